"""Loaders of LangChain and LlamaIndex."""

from __future__ import annotations

import demold
import pytest

STORIES = ["Rain is on its way.", "The ferry is late.", "A seal came ashore."]
PAGES: list[tuple[str, bytes]] = [
    (
        f"https://a.example/{nth}",
        f"<title>Sea {nth}</title><h1>Sea {nth}</h1><nav>Home | News</nav><p>{story}</p><footer>Imprint</footer>".encode(),
    )
    for nth, story in enumerate(STORIES)
]


def test_langchain_loads_chunks() -> None:
    pytest.importorskip("langchain_core")
    from demold.langchain import DemoldLoader
    from langchain_core.document_loaders import BaseLoader

    loader = DemoldLoader(PAGES)
    assert isinstance(loader, BaseLoader)
    documents = loader.load()
    assert [document.page_content for document in documents] == STORIES
    (first, *_) = documents
    source = PAGES[0][1]
    start, end = first.metadata.pop("start"), first.metadata.pop("end")
    assert source[start:end].decode() == STORIES[0]
    assert first.metadata == {
        "source": "https://a.example/0",
        "title": "Sea 0",
        "headings": "Sea 0",
        "kinds": "paragraph",
    }
    # Again the same, and whole pages with a known template.
    assert loader.load()[0].page_content == STORIES[0]
    template = demold.learn(PAGES)
    (whole,) = DemoldLoader(PAGES[1:2], mode="pages", template=template).load()
    assert whole.page_content == "# Sea 1\n\nThe ferry is late."
    assert whole.metadata["source"] == "https://a.example/1" and whole.metadata["title"] == "Sea 1"


def test_langchain_splits_and_finds_them() -> None:
    pytest.importorskip("langchain_core")
    from demold.langchain import DemoldLoader
    from langchain_core.embeddings import DeterministicFakeEmbedding
    from langchain_core.vectorstores import InMemoryVectorStore

    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=8))
    store.add_documents(DemoldLoader(PAGES).load())
    (found,) = store.similarity_search("The ferry is late.", k=1)
    assert found.metadata["source"] == "https://a.example/1"


def test_llamaindex_reads_chunks() -> None:
    pytest.importorskip("llama_index.core")
    from demold.llamaindex import DemoldReader
    from llama_index.core import SummaryIndex
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import MetadataMode

    reader = DemoldReader()
    assert isinstance(reader, BaseReader)
    documents = reader.load_data(PAGES)
    assert [document.text for document in documents] == STORIES
    start, end = documents[0].metadata["start"], documents[0].metadata["end"]
    assert documents[0].doc_id == f"https://a.example/0#{start}-{end}"
    shown = documents[0].get_content(MetadataMode.LLM)
    assert "headings: Sea 0" in shown and "start" not in shown
    index = SummaryIndex.from_documents(documents)
    assert set(index.ref_doc_info) == {document.doc_id for document in documents}
    (whole, *_) = DemoldReader(mode="pages").lazy_load_data(PAGES)
    assert whole.doc_id == "https://a.example/0" and whole.text.startswith("# Sea 0")


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"mode": "words"}, "there is no mode 'words'"),
        ({"judging": "together"}, "not 'together'"),
        ({"size": -1}, "size must be 0 or more"),
        ({"profile": "all"}, "there is no profile"),
    ],
)
def test_wrong_settings_are_refused(setting: dict[str, object], message: str) -> None:
    pytest.importorskip("langchain_core")
    from demold.langchain import DemoldLoader

    with pytest.raises(ValueError, match=message):
        DemoldLoader(PAGES, **setting)  # type: ignore[arg-type]


def test_strangers_are_judged_alone() -> None:
    pytest.importorskip("langchain_core")
    from demold.langchain import DemoldLoader

    assert DemoldLoader([]).load() == []
    together = DemoldLoader(PAGES, mode="pages").load()
    alone = DemoldLoader(PAGES, mode="pages", judging="alone").load()
    assert [document.metadata["source"] for document in alone] == [
        document.metadata["source"] for document in together
    ]
    one = demold.learn(PAGES[:1]).clean(PAGES[0])
    assert alone[0].page_content == one.markdown and one.alone
