from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, BinaryIO, Literal, final, overload

from typing_extensions import Self, Unpack

from ._records import Block, Comment, Metadata, Record
from ._types import Method, Name, Page, Profile, Selectors, Settings, Source

__all__ = [
    "Cleaned",
    "CleanedPages",
    "Error",
    "Expressions",
    "Removal",
    "Rules",
    "Samples",
    "SiteGrouper",
    "Template",
    "WarcRows",
    "__version__",
    "_clean",
    "drop_expression_idioms",
    "drop_idioms",
    "extract",
    "extract_many",
    "extract_metadata",
    "learn",
    "learn_expressions",
    "learn_sample",
    "load_templates",
    "save_templates",
]

__version__: str

class Error(ValueError):
    """Why a template could not be learned, read or applied.

    A page is never at fault: any text can be cleaned, in whatever encoding. An address is none, and neither is an image.
    """

@final
class Removal:
    """One removed part of a page, and why it was removed."""
    @property
    def range(self) -> tuple[int, int]:
        """Where it is: start and end, in bytes of ``source.encode()``."""
    @property
    def reason(self) -> str:
        """The name of the reason: what spoke most against its longest line."""
    @property
    def sentence(self) -> str:
        """The same as a sentence."""
    @property
    def selector(self) -> str:
        """The element, or the parent of the text, as ``tag#id.class``."""
    @property
    def words(self) -> int:
        """The number of visible words in it."""
    @property
    def probability(self) -> float | None:
        """The probability that a word of it is content, from 0 to 1, if the
        method gives one; None otherwise.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Cleaned:
    """A page without the template of its site.

    Renderings are made when they are first asked for, and kept.
    """
    @property
    def text(self) -> str:
        """The visible text of the page's own, each block on a line."""
    @property
    def html(self) -> str:
        """The page as HTML that is still well nested: an element is removed only if
        everything in it is.
        """
    @property
    def markdown(self) -> str:
        """The page as Markdown. A page that would become more than sixteen times as
        long (and 4 MiB) is an error.
        """
    def to_markdown(self, *, links: bool = True, images: bool = True) -> str:
        """Returns the page as Markdown, with or without links and images."""
    def to_xml(self) -> str:
        """The page as simple XML with the elements of trafilatura: metadata, headings,
        paragraphs, lists, tables, and the comments that were removed.

        Raises:
            demold.Error: The page exceeds a limit.
        """
    def to_tei(self, *, links: bool = True, images: bool = True) -> str:
        """Returns the page as a document of TEI P5, with its metadata in the header, and
        with or without links and images.
        """
    @property
    def raw(self) -> str:
        """The page with exactly the regions cut out, whatever that does to its
        elements.
        """
    @classmethod
    def from_record(
        cls, page: Page, record: Record | dict[str, Any] | str, *, plain_text: bool = False
    ) -> Cleaned:
        """Combine a page and its record again, for when the record was kept without
        all renderings and the page is still at hand.

        Args:
            page: The page, as it was passed to `Template.clean`.
            record: What `record` returned, or a line of the command's JSON
                Lines: as a dict, or as JSON.
            plain_text: Whether the page is text without markup.

        Raises:
            demold.Error: The record belongs to another page, or is not a record.
        """
    def record(
        self,
        *,
        outputs: Iterable[Name] | None = None,
        site: str | None = None,
        copy_of: str | None = None,
        metadata: bool = True,
        comments: bool = False,
        blocks: bool = False,
    ) -> Record:
        """Return all of this as plain data, for the next program in line: the
        record that the command writes as a line of JSON.

        Args:
            outputs: Which renderings to include: "text", "html", "markdown"; the
                text if None.
            site: The key of the page's site, if it is known.
            copy_of: The address of the page that this is a copy of.
            metadata: Whether to include what the page says about itself.
            comments: Whether to include the comments, posts and answers on the page.
            blocks: Whether to include the page piece by piece.
        """
    @property
    def metadata(self) -> Metadata:
        """What the page says about itself, as a dict: title, authors, dates, language
        and more, and in ``sources`` where each comes from. The title is without
        what the titles of the site share.
        """
    @property
    def blocks(self) -> list[Block]:
        """The page piece by piece, as dicts: kind, bytes, text and links of every
        block, whether it stays, and if not, why.
        """
    @property
    def comments(self) -> list[Comment]:
        """The comments, posts and answers on the page, as dicts: number, author, date
        and text of each, and whether some of it stays.
        """
    @property
    def removals(self) -> list[Removal]:
        """Which parts were removed, and why, in page order."""
    @property
    def regions(self) -> list[tuple[int, int]]:
        """The template's part of the page: sorted, disjoint pairs of start and
        end, in bytes of ``source.encode()``.
        """
    @property
    def removed_share(self) -> float:
        """The share of the page's bytes that is template, from 0 to 1."""
    @property
    def fit(self) -> float:
        """How much of the template was found in the page, from 0 to 1. A low
        value means that the page is of another kind, or of another site.
        """
    @property
    def alone(self) -> bool:
        """Whether the page was judged by its own evidence alone: nothing is known of
        its site, or the site's template would have left nothing.
        """
    @property
    def confidence(self) -> float | None:
        """How good the result is expected to be, from 0 to 1: the F1 of the words that
        stay. None for the methods of the papers, which expect nothing.
        """
    @property
    def model(self) -> str | None:
        """The name of the trees that judged the page, or None."""
    @property
    def empty(self) -> bool:
        """Whether almost nothing is left of a page that had something."""
    @property
    def source(self) -> str:
        """The page as it was read: decoded, with nothing removed."""
    @property
    def url(self) -> str | None:
        """The address that came with the page, or None."""
    @classmethod
    def _restored(cls, page: Page, record: str, plain_text: bool) -> Cleaned: ...
    def _figures(self) -> dict[str, Any]: ...
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[Page, str, bool]]: ...

@final
class Rules:
    """Selectors for known sites: by the host of a page, which elements to keep and
    to drop, and which have its title, its authors and its date.

    Args:
        toml: The text of a file of rules; docs/rules.md describes it.

    Raises:
        demold.Error: It is not TOML, has an unknown key, or a text in it is
            neither a host nor a selector.
    """
    def __new__(cls, toml: str) -> Self: ...
    @classmethod
    def load(cls, path: str | PathLike[str]) -> Rules:
        """Read the rules in a file.

        Raises:
            OSError: The file cannot be read.
            demold.Error: As for `Rules`.
        """
    def __reduce__(self) -> tuple[object, tuple[str]]: ...

@final
class CleanedPages(Iterator[Cleaned]):
    """An iterator over cleaned pages, in the order of the pages.

    It never holds more than eight pages per thread. A page that cannot be
    cleaned raises an error in its place; the iteration can continue after it.
    """
    def __iter__(self) -> Self: ...
    def __next__(self) -> Cleaned: ...

@final
class Template:
    """What the pages of a site share, ready to clean any page of it.

    Made by `learn`, `load` or `from_bytes`. It does not change, can be used by
    many threads at once, and can be pickled.
    """
    def clean(
        self,
        page: Page,
        *,
        keep: Selectors | None = None,
        drop: Selectors | None = None,
        only: Selectors | None = None,
        rules: Rules | None = None,
    ) -> Cleaned:
        """Find the template in a page and cut it out.

        Args:
            page: bytes, str, (url, bytes) or (url, bytes, charset).
            keep: A CSS selector, or several: the elements that they match stay,
                whatever the template says.
            drop: The same for elements to remove. If matches are nested, the
                innermost counts.
            only: The same for elements of which nothing else stays. If a page has
                none, it is cleaned as without.
            rules: Selectors for known sites, by the page's address.

        Raises:
            demold.Error: A limit is exceeded, a selector is invalid, or this is no
                text, but an address, the name of a file, or an image.
        """
    def clean_many(
        self,
        pages: Iterable[Page],
        threads: int | None = None,
        *,
        keep: Selectors | None = None,
        drop: Selectors | None = None,
        only: Selectors | None = None,
        rules: Rules | None = None,
    ) -> CleanedPages:
        """Clean pages in parallel and in order, a few ahead of what is asked for.

        The pages may be a generator of any length: at most eight pages per
        thread are held.

        Args:
            pages: An iterable of what `clean` takes.
            threads: How many threads to work on; one for each core if None.
            keep: As for `clean`.
            drop: As for `clean`.
            only: As for `clean`.
            rules: As for `clean`.
        """
    def save(self, path: str | PathLike[str]) -> None:
        """Write the template to a file, whole or not at all.

        The file is JSON that people can read, and that the command `demold`
        reads too.

        Raises:
            OSError: The file cannot be written.
        """
    @classmethod
    def load(cls, path: str | PathLike[str]) -> Template:
        """Read a template from a file that `save` or the command wrote.

        Raises:
            OSError: The file cannot be read.
            demold.Error: It is damaged, not a template, or of a later version.
        """
    def to_bytes(self) -> bytes:
        """Return what `save` would write."""
    @classmethod
    def from_bytes(cls, data: bytes) -> Template:
        """Make a template from what `to_bytes` returned.

        Raises:
            demold.Error: It is damaged, not a template, or of a later version.
        """
    @staticmethod
    def _of_drawn(
        drawn: Sequence[Page],
        available: int,
        *,
        threads: int | None = None,
        **settings: Unpack[Settings],
    ) -> tuple[Template, float]: ...
    @staticmethod
    def nothing() -> Template:
        """Return the template of a site about which nothing is known: it leaves
        pages unchanged.
        """
    @property
    def method(self) -> Method:
        """How the template was found: "classify", "distill", "mine" or "map"."""
    @property
    def pages(self) -> int:
        """The number of pages that were learned from."""
    @property
    def available(self) -> int:
        """The number of pages that these were drawn from."""
    @property
    def seed(self) -> int:
        """The seed of the draw."""
    def outline(self) -> str:
        """Return a listing of the template for people."""
    def __reduce__(self) -> tuple[object, tuple[bytes]]: ...

@final
class SiteGrouper:
    """Determines from a page's address which site it belongs to.

    Pages of one site share a template. The groups are the same as the command's.

    Args:
        by: "host", in lower case and with the port unless it is the scheme's
            default, or "domain": the public suffix and one more label.
        regex: A pattern, instead of `by`. The site is what the pattern
            captures, with the first of its groups that takes part in the match.

    Raises:
        demold.Error: `by` is unknown, or the pattern cannot be
            read or captures nothing.
    """
    def __new__(cls, by: Literal["host", "domain"] = "host", *, regex: str | None = None) -> Self: ...
    def site(self, url: str) -> str | None:
        """Return the site of the page at an address, or None if the address names
        no host, or the pattern does not match.
        """
    def __reduce__(self) -> tuple[object, tuple[str, str | None]]: ...

@final
class Samples:
    """A sample of pages for each of many sites, drawn while they stream by.

    The sample of a site is its pages whose decoded sources have the smallest
    seeded hashes, without copies. It depends neither on the order of the pages
    nor on their names or grouping, and is the same that the command draws.

    Pages are held in memory up to a limit, and beyond it compressed, in a file.

    Args:
        pages_sampled: How many pages to draw from each site.
        seed: The seed of the draw.
        memory: How many bytes of pages to hold in memory.
    """
    def __new__(cls, pages_sampled: int = 24, seed: int = 0, *, memory: int = 268435456) -> Self: ...
    def offer(self, site: str, page: Page) -> None:
        """Count a page of a site, and hold it if it is drawn.

        Args:
            site: The site, as `SiteGrouper` gives it.
            page: As for `learn`. Of several pages that show the same text, one
                is drawn.

        Raises:
            OSError: The file cannot be written.
        """
    def sites(self) -> list[tuple[str, int]]:
        """Return the sites, sorted, with the numbers of their pages."""
    def take(self, site: str) -> tuple[int, list[tuple[str | None, bytes, str | None]]]:
        """Take out a site: the number of its pages, and the sample.

        Raises:
            KeyError: There was no page of that site.
            OSError: The file cannot be read.
        """
    def _offer_marked(self, site: str, page: Page, mark: bytes | None) -> None: ...
    def _take_marked(
        self, site: str
    ) -> tuple[int, list[tuple[tuple[str | None, bytes, str | None], bytes | None]]]: ...

@final
class WarcRows:
    """An iterator over the pages of a WARC file, as the command reads them.

    Records in which no page is expected are skipped. What is damaged comes as a
    row without a page that says where the damage is, and what.
    """
    def __new__(cls, file: BinaryIO, name: str, max_page: int = 16777216) -> Self: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> tuple[str | None, bytes | None, str | None, str | None, str | None]: ...

@final
class Expressions:
    """Regular expressions for what the pages of one site share.

    Made by `learn_expressions` or `load`.
    """
    def clean(
        self,
        page: Page,
        *,
        plain_text: bool = False,
        merge_gaps: int = 0,
        merge_beside: int = 0,
        min_removal: int = 0,
        paper: bool = False,
    ) -> Cleaned:
        """Remove from a page what any of the expressions matches.

        Args:
            page: bytes, str, (url, bytes) or (url, bytes, charset).
            plain_text: Whether the page is text without markup.
            merge_gaps: Text of fewer characters than this between two removals is
                removed too.
            merge_beside: The least number of characters of both removals for that.
            min_removal: The least number of characters that are removed in one
                place.
            paper: Whether separators beside a match count for it, and not for the
                gap, as the thesis prints its expressions.

        Raises:
            demold.Error: A limit is exceeded, or a setting has no effect.
        """
    @property
    def lines(self) -> list[str]:
        """The expressions."""
    def save(self, path: str | PathLike[str]) -> None:
        """Write the expressions to a file, one per line, whole or not at all.

        Raises:
            OSError: The file cannot be written.
        """
    @classmethod
    def load(cls, path: str | PathLike[str]) -> Expressions:
        """Read expressions from a file that `save` or the command wrote.

        Raises:
            OSError: The file cannot be read.
            demold.Error: There is no expression in it, or one that cannot be read.
        """
    @classmethod
    def _restored(cls, file: str) -> Expressions: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[str]]: ...

@overload
def extract(
    html: Source,
    url: str | None = None,
    *,
    output: Name | Literal["tei", "xml", "xmltei"] = "text",
    with_metadata: bool = False,
    profile: Profile = "balanced",
    links: bool = True,
    images: bool = True,
    headline: bool = True,
    keep: Selectors | None = None,
    drop: Selectors | None = None,
    only: Selectors | None = None,
    rules: Rules | None = None,
    render: Callable[[str], Page] | None = None,
    charset: str | None = None,
    target_language: str | None = None,
    only_with_metadata: bool = False,
) -> str:
    """Extract a page's own content, judged by the page alone.

    With more pages of the same site, `learn` does better, because it sees what
    they share.

    Args:
        html: The page: bytes, which are decoded as a browser does, or str; or
            what holds one of these: memoryview, a pathlib.Path of a file, a tree
            of lxml, a scalar of Arrow. An address is refused: nothing is fetched.
        url: The page's address. It makes links absolute, and is in the record.
        output: "text" or "txt", "markdown" or "md", "html", "tei", "xml", or "record" for
            a dict of the text and everything that is known about the page.
        with_metadata: Whether text and Markdown begin with the page's metadata,
            between lines of three hyphens (YAML), as with the command's `--front-matter`.
            The record always has it.
        profile: What it is for: "balanced", "data" (loses nothing of the
            page's own) or "article" (only the main text).
        links: Whether Markdown and TEI have links.
        images: Whether Markdown and TEI have images.
        headline: Whether the headline stays.
        keep: A CSS selector, or several: the elements that they match stay.
        drop: The same for elements to remove. If matches are nested, the
            innermost counts.
        only: The same for elements of which nothing else stays. If the page has
            none, it is cleaned as without.
        rules: Selectors for known sites, by the page's address.
        render: A function that is given the address that is passed in place of the page,
            and returns the page, such as one that asks a browser.
        charset: The charset that the server declared.
        target_language: The code of a language, such as "de" or "de-AT", or its
            English name: of a page that is not known to be in it, nothing is returned.
        only_with_metadata: Whether nothing is returned of a page without a
            title, a date or an address.

    Returns:
        A string, which is empty if there is nothing; for "record", a dict, which
        is empty if the page is not of the language or lacks the metadata.

    Raises:
        demold.Error: A setting is invalid, or this is an address, the name of a
            file, or not text. Any text is a page, in whatever encoding.
        TypeError: This is no page; or the argument is one of trafilatura's, and
            the message says what it is called here.
    """
@overload
def extract(
    html: Source,
    url: str | None = None,
    *,
    output: Literal["record", "json"],
    with_metadata: bool = False,
    profile: Profile = "balanced",
    links: bool = True,
    images: bool = True,
    headline: bool = True,
    keep: Selectors | None = None,
    drop: Selectors | None = None,
    only: Selectors | None = None,
    rules: Rules | None = None,
    render: Callable[[str], Page] | None = None,
    charset: str | None = None,
    target_language: str | None = None,
    only_with_metadata: bool = False,
) -> Record:
    """Extract a page's own content, judged by the page alone.

    With more pages of the same site, `learn` does better, because it sees what
    they share.

    Args:
        html: The page: bytes, which are decoded as a browser does, or str; or
            what holds one of these: memoryview, a pathlib.Path of a file, a tree
            of lxml, a scalar of Arrow. An address is refused: nothing is fetched.
        url: The page's address. It makes links absolute, and is in the record.
        output: "text" or "txt", "markdown" or "md", "html", "tei", "xml", or "record" for
            a dict of the text and everything that is known about the page.
        with_metadata: Whether text and Markdown begin with the page's metadata,
            between lines of three hyphens (YAML), as with the command's `--front-matter`.
            The record always has it.
        profile: What it is for: "balanced", "data" (loses nothing of the
            page's own) or "article" (only the main text).
        links: Whether Markdown and TEI have links.
        images: Whether Markdown and TEI have images.
        headline: Whether the headline stays.
        keep: A CSS selector, or several: the elements that they match stay.
        drop: The same for elements to remove. If matches are nested, the
            innermost counts.
        only: The same for elements of which nothing else stays. If the page has
            none, it is cleaned as without.
        rules: Selectors for known sites, by the page's address.
        render: A function that is given the address that is passed in place of the page,
            and returns the page, such as one that asks a browser.
        charset: The charset that the server declared.
        target_language: The code of a language, such as "de" or "de-AT", or its
            English name: of a page that is not known to be in it, nothing is returned.
        only_with_metadata: Whether nothing is returned of a page without a
            title, a date or an address.

    Returns:
        A string, which is empty if there is nothing; for "record", a dict, which
        is empty if the page is not of the language or lacks the metadata.

    Raises:
        demold.Error: A setting is invalid, or this is an address, the name of a
            file, or not text. Any text is a page, in whatever encoding.
        TypeError: This is no page; or the argument is one of trafilatura's, and
            the message says what it is called here.
    """
def extract_many(
    pages: Iterable[Page],
    threads: int | None = None,
    *,
    profile: Profile = "balanced",
    headline: bool = True,
    keep: Selectors | None = None,
    drop: Selectors | None = None,
    only: Selectors | None = None,
    rules: Rules | None = None,
) -> CleanedPages:
    """Extract the own content of many pages, each judged by itself, in parallel and
    in order.

    The pages need not have anything in common, and may be a generator of any
    length: at most eight pages per thread are held.

    Args:
        pages: An iterable of bytes, str, (url, bytes) or (url, bytes, charset).
        threads: How many threads to work on; one for each core if None.
        profile: As for `extract`.
        headline: As for `extract`.
        keep: As for `extract`.
        drop: As for `extract`.
        only: As for `extract`.
        rules: As for `extract`.
    """
def extract_metadata(
    html: Source, url: str | None = None, *, charset: str | None = None
) -> Metadata:
    """Return what a page says about itself: title, authors, dates, language and more.

    Args:
        html: The page, as for ``extract``.
        url: The page's address. It makes links absolute.
        charset: The charset that the server declared.

    Returns:
        A dict with every field; what is not known is None, or an empty list.
        ``sources`` says where each value comes from.

    Raises:
        demold.Error: This is an address, the name of a file, or not text.
    """
def learn(
    pages: Iterable[Page], *, threads: int | None = None, **settings: Unpack[Settings]
) -> Template:
    """Learn what the pages of one site share.

    Args:
        pages: The pages, of one site: an iterable of bytes, str, (url, bytes)
            or (url, bytes, charset). Bytes are decoded as a browser does.
        threads: How many threads to work on; one for each core if None.
        method: How the template is found: "classify", "distill", "mine" or
            "map".
        profile: What the cleaned pages are for: "balanced", "data" (loses
            nothing of a page's own) or "article" (only the main text). This
            and the next belong to the method "classify".
        headline: Whether the headline stays.
        pages_sampled: How many pages to learn from, drawn by the seed; what
            suits the method if None.
        seed: The seed of the draw. Equal pages and settings give equal templates.
        count_copies: Whether pages that show the same text count each for
            itself.
        paper: Whether to do exactly what the paper of the method says. This and
            all that follows belongs to the methods "distill", "mine" and "map".
        threshold: The share of the pages that must have something for it to be
            template, for the methods "distill" and "map".
        attributes: The attributes that two tags must share to be equal: "all",
            "none", or a list of names.
        mutable: Whether numbers, dates, times and addresses in texts are equal.
        min_support: The number of pages that must have a token of the template,
            whatever the threshold. This and the next belong to "distill".
        prune: Which nodes are pruned: "results", or "inputs", the other reading
            of the paper.
        selection: Which repeated strings are template: "steady" or "paper". This
            and all down to `min_removal` belong to "mine".
        min_tokens: The least number of tokens of a string.
        min_documents: The least number of pages that have a string.
        drop_enclosed: Whether strings are dropped that stand only inside one
            longer string.
        words: Whether strings consist of the words of the pages' source, not of
            tags and texts. The next three imply it.
        token_pattern: A regular expression that matches a word.
        patterns: Which words vary and count as equal: "thesis", "modern",
            "none", or a list of regular expressions.
        patterns_match: What of a word they must match: "whole" or "inside".
        merge_gaps: Text of fewer characters than this between two removals is
            removed too.
        merge_beside: The least number of characters of both removals for that.
        min_removal: The least number of characters that are removed in one
            place.
        leaf_updates: Whether a leaf of one page is not shared with an inner node
            of another. This and the next belong to "map".
        edit_costs: The costs of inserting, deleting and replacing a node.

    Returns:
        The template, ready to clean any page of the site.

    Raises:
        demold.Error: There are no pages, a setting is invalid, or a limit is
            exceeded.
    """
def learn_sample(
    sample: Iterable[Page],
    available: int,
    *,
    threads: int | None = None,
    **settings: Unpack[Settings],
) -> Template:
    """Learn from exactly these pages, which were drawn from `available` by any
    rule: what `learn` does after drawing.

    The other arguments are those of `learn`.
    """
def drop_expression_idioms(expressions: Sequence[Expressions], sites: int = 3) -> list[Expressions]:
    """Take expressions that many sites share out of their lists: common phrases,
    which belong to the template of no site.

    Args:
        expressions: Those of each site.
        sites: How many sites make an expression such a phrase. The command
            takes 3 with `--paper`.

    Returns:
        The lists without these expressions, in the same order.

    Raises:
        demold.Error: `sites` is 0.
    """
def drop_idioms(templates: Sequence[Template], sites: int = 3) -> list[Template]:
    """Take strings that many sites share out of their templates: common phrases,
    which belong to the template of no site.

    Args:
        templates: The templates, one of each site. Those of other methods than
            "mine" are returned as they are.
        sites: How many sites make a string such a phrase. The command takes 3
            with `--paper`.

    Returns:
        The templates without these strings, in the same order.

    Raises:
        demold.Error: `sites` is 0.
    """
def learn_expressions(
    pages: Iterable[Page],
    *,
    plain_text: bool = False,
    threads: int | None = None,
    **settings: Unpack[Settings],
) -> Expressions:
    """Mine regular expressions for what the pages of one site share, as the
    command does with `learn --export`.

    Args:
        pages: As for `learn`.
        plain_text: Whether the pages are text without markup.
        threads: How many threads to work on; one for each core if None.
        **settings: As for `learn` with the method "mine", except for those that
            have no effect here: expressions consist of words of the source, and
            gaps and islands are for `Expressions.clean`.

    Raises:
        demold.Error: There are no pages, a setting is invalid or has no effect,
            or a limit is exceeded.
    """
def load_templates(folder: str | PathLike[str]) -> dict[str, Template]:
    """Read a folder of templates that ``save_templates`` or the command
    (``demold learn --out FOLDER``) wrote.

    Args:
        folder: The folder.

    Returns:
        The template of each site by its key. Of a site that was redesigned, and so
        has several, it is the newest. Sites without a template are left out.

    Raises:
        OSError: A file cannot be read.
        demold.Error: It is not such a folder, is of another version, or is damaged.
    """

def save_templates(folder: str | PathLike[str], templates: Mapping[str, Template]) -> None:
    """Write the templates of many sites into a folder, which ``load_templates`` and
    the command (``demold clean --template FOLDER``) read.

    The folder is made if it does not exist. What is there is replaced: the index is
    written last, whole or not at all.

    Args:
        folder: The folder.
        templates: The template of each site by its key.

    Raises:
        OSError: A file cannot be written.
        demold.Error: Something else is writing there, or what is there are no templates.
    """

def _clean(
    inputs: list[str | PathLike[str]],
    out: str | PathLike[str],
    format: str | None,
    identity: dict[str, list[str]],
    *,
    fields: list[str] | None,
    links: bool,
    images: bool,
    sanitize: bool,
    front_matter: bool,
    language: list[str] | None,
    min_words: int,
    min_confidence: float,
    min_date: str | None,
    max_date: str | None,
    dedup: str | None,
    grouper: SiteGrouper | None,
    min_site_pages: int,
    keep: Selectors | None,
    drop: Selectors | None,
    only: Selectors | None,
    rules: Rules | None,
    url_field: str,
    html_field: str,
    max_page: int | None,
    memory: int | None,
    date: str | None,
    threads: int | None,
    force: bool,
    resume: bool,
    progress: Callable[[str, int, int, int], object] | None,
    **settings: Unpack[Settings],
) -> dict[str, Any]: ...
