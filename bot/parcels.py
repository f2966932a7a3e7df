"""What goes to another process and comes back: pickled, each view once, and the same one again.

Much hangs on the identity of a view: what was worked out of it, odds, pictures. So a view goes by
the digest of its text, with the text beside; whoever knows the digest takes the view that they
have. What is kept so is bounded, the last ones.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.kit.states import View

VIEWS_KEPT: Final = 64
"""Views whose identity lasts; some KB each, and what is worked out of them."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """Anything, as it goes to another process.

    Attributes:
        text: It, pickled, with digests in place of views.
        views: The text of each view in it, by its digest.
        campaign: Of which it is: views of two campaigns are never taken for one.
    """

    text: bytes
    views: Mapping[str, bytes]
    campaign: str


class Packer:
    """Packs and unpacks; a view that was packed or unpacked here keeps its identity."""

    def __init__(self, keep: int = VIEWS_KEPT) -> None:
        self._keep = keep
        self._texts: OrderedDict[int, tuple[Any, str, bytes]] = OrderedDict()
        self._views: dict[str, Any] = {}
        self._lock = threading.Lock()

    def pack(self, what: Any, campaign: str) -> Parcel:
        """Return *what*, which is about a campaign, as a parcel.

        Raises:
            pickle.PicklingError, TypeError, AttributeError: It cannot leave this process.
        """
        views: dict[str, bytes] = {}
        text = io.BytesIO()
        _Writer(text, self, views, campaign).dump(what)
        return Parcel(text.getvalue(), views, campaign)

    def unpack(self, parcel: Parcel) -> Any:
        """Return what a parcel holds."""
        return _Reader(io.BytesIO(parcel.text), self, parcel.views).load()

    def text_of(self, view: Any, campaign: str) -> tuple[str, bytes]:
        """Return the digest and the text of a view, which is of one campaign."""
        with self._lock:
            known = self._texts.get(id(view))
            if known is not None:
                self._texts.move_to_end(id(view))
                return known[1:]
        text = pickle.dumps(view, pickle.HIGHEST_PROTOCOL)
        digest = hashlib.blake2b(text, digest_size=16, key=campaign.encode()[:64]).hexdigest()
        self._note(view, digest, text)
        return digest, text

    def view_of(self, digest: str, text: bytes) -> Any:
        """Return the view of a text, the one that was had before where there is one."""
        with self._lock:
            known = self._views.get(digest)
            if known is not None:
                self._texts.move_to_end(id(known))
                return known
        view = pickle.loads(text)  # noqa: S301 - of our own processes
        self._note(view, digest, text)
        return view

    def _note(self, view: Any, digest: str, text: bytes) -> None:
        with self._lock:
            # Held, so that its identity is its own as long as it is known by it.
            self._texts[id(view)] = view, digest, text
            self._views.setdefault(digest, view)
            while len(self._texts) > self._keep:
                _, (gone, name, _) = self._texts.popitem(last=False)
                if self._views.get(name) is gone:
                    del self._views[name]


class _Writer(pickle.Pickler):
    def __init__(
        self, file: io.BytesIO, packer: Packer, views: dict[str, bytes], campaign: str
    ) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._packer = packer
        self._found = views
        self._campaign = campaign

    def persistent_id(self, what: Any, /) -> Any:
        if not isinstance(what, View):
            return None
        digest, text = self._packer.text_of(what, self._campaign)
        self._found[digest] = text
        return digest


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, packer: Packer, views: Mapping[str, bytes]) -> None:
        super().__init__(file)
        self._packer = packer
        self._found = views

    def persistent_load(self, digest: Any, /) -> Any:
        return self._packer.view_of(digest, self._found[digest])
