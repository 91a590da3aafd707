from collections.abc import Iterable, Iterator
from os import PathLike
from typing import final

from typing_extensions import Self

from ._types import Method, Page, Profile

__all__ = [
    "Cleaned",
    "CleanedPages",
    "Error",
    "Template",
    "__version__",
    "learn",
    "learn_sample",
]

__version__: str

class Error(ValueError): ...

@final
class Cleaned:
    @property
    def text(self) -> str: ...
    @property
    def html(self) -> str: ...
    @property
    def markdown(self) -> str: ...
    @property
    def regions(self) -> list[tuple[int, int]]: ...
    @property
    def removed_share(self) -> float: ...
    @property
    def fit(self) -> float: ...
    @property
    def source(self) -> str: ...
    @property
    def url(self) -> str | None: ...

@final
class CleanedPages(Iterator[Cleaned]):
    def __iter__(self) -> Self: ...
    def __next__(self) -> Cleaned: ...

@final
class Template:
    def clean(self, page: Page) -> Cleaned: ...
    def clean_many(self, pages: Iterable[Page], threads: int | None = None) -> CleanedPages: ...
    def save(self, path: str | PathLike[str]) -> None: ...
    @classmethod
    def load(cls, path: str | PathLike[str]) -> Template: ...
    def to_bytes(self) -> bytes: ...
    @classmethod
    def from_bytes(cls, data: bytes) -> Template: ...
    @property
    def method(self) -> Method: ...
    @property
    def pages(self) -> int: ...
    @property
    def available(self) -> int: ...
    @property
    def seed(self) -> int: ...
    def outline(self) -> str: ...
    def __reduce__(self) -> tuple[object, tuple[bytes]]: ...

def learn(
    pages: Iterable[Page],
    *,
    method: Method = "consensus",
    profile: Profile = "balanced",
    pages_sampled: int = 24,
    seed: int = 0,
    threads: int | None = None,
) -> Template: ...
def learn_sample(
    sample: Iterable[Page],
    available: int,
    *,
    method: Method = "consensus",
    profile: Profile = "balanced",
    seed: int = 0,
    threads: int | None = None,
) -> Template: ...
