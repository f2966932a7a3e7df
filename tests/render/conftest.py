"""What every test of pictures may ask for."""

import pytest


@pytest.fixture(autouse=True)
def every_picture_is_drawn(drawn_here: None) -> None:
    """None is read from what another test has drawn."""
