"""Albums: every picture comes out of what is new in it, within the room there is."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops, ImageStat

from render.album import Album
from render.film import Piece, piece_of

PAPER, RED = (240, 235, 220), (180, 30, 30)


def picture(*places: tuple[int, int], size: tuple[int, int] = (200, 150)) -> Image.Image:
    """Return a sheet with counters on it."""
    image = Image.new("RGB", size, PAPER)
    for x, y in places:
        image.paste(RED, (x, y, x + 20, y + 20))
    return image


def filed(image: Image.Image) -> bytes:
    """Return a picture as a file."""
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def shown(pieces: list[Piece]) -> Image.Image:
    """Put pieces one upon the other, as a page does."""
    sheet = Image.new("RGB", (1, 1))
    for piece in pieces:
        if piece.late:
            continue
        if sheet.size != (piece.width, piece.height):
            sheet = Image.new("RGB", (piece.width, piece.height))
        if piece.data:
            fresh = Image.open(BytesIO(piece.data)).convert("RGBA")
            sheet.paste(fresh, (piece.x, piece.y), fresh)
    return sheet


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Say whether two pictures are the same but for traces of packing."""
    apart = ImageChops.difference(one, other)
    return one.size == other.size and max(ImageStat.Stat(apart).mean) < 3


def test_each_picture_comes_out() -> None:
    """Whatever moves, stays or grows; one in which nothing is new takes nothing."""
    images = [
        picture((10, 10), (100, 60)),
        picture((10, 10), (130, 90)),
        picture((10, 10), (130, 90)),
        picture((50, 50), size=(240, 150)),
        picture(),
    ]
    album, pieces = Album(len(images), 1_000_000), list[Piece]()
    for image in images:
        pieces.append(album.add(filed(image)))
        assert piece_of(pieces[-1].packed()) == pieces[-1]
        assert alike(shown(pieces), image)
    assert pieces[2].data == b""
    assert pieces[1].x >= 100 - 1
    assert not any(piece.late for piece in pieces)


def test_what_has_no_room_comes_with_the_next() -> None:
    """Never more bytes than there may be; a picture that would take too many is late."""
    noise = [Image.effect_noise((120, 120), 90).convert("RGB") for _ in range(8)]
    album = Album(len(noise), 9_000)
    pieces = [album.add(filed(image)) for image in noise]
    assert sum(len(piece.data) for piece in pieces) <= 9_000
    assert any(piece.late for piece in pieces)
