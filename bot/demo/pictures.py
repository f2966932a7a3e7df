"""The bot's own pictures, shown as they are.

SimCord trusts no picture: a process of its own decodes each one and encodes it again, a second or
two for a map, one after the other, oldest first. The demo shows nothing but what its own bot drew,
so looking at the head of the file is enough, and a long channel opens at once.
"""

import io
from typing import Final

from PIL import Image
from simcord.preview._media import MediaInfo, MediaWorker

SHOWN: Final = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}


class OwnPictures(MediaWorker):
    """Takes still JPEG, PNG and WebP as they are, and leaves everything else to SimCord."""

    async def _decode(self, key: str, blob: bytes, media_time: float | None) -> MediaInfo:
        try:
            with Image.open(io.BytesIO(blob)) as picture:
                kind, (width, height) = picture.format or "", picture.size
                still = getattr(picture, "n_frames", 1) == 1
        except OSError:
            still, kind = False, ""
        if not still or kind not in SHOWN:
            return await super()._decode(key, blob, media_time)
        return MediaInfo(
            format=kind,
            width=width,
            height=height,
            frames=1,
            decoded_bytes=width * height * 4,
            normalized=blob,
            content_type=SHOWN[kind],
            memory_limited=True,  # nothing was decoded, so nothing need be warned of
        )
