"""Bases drawn at random, and written short."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.art_of_war.plane.poses import Base, Pose

coordinates = st.integers(0, 3000)
facings = st.integers(0, 3599)
lengths = st.integers(-800, 800)
poses = st.builds(Pose, coordinates, coordinates, facings)
bases = st.builds(
    Base, poses, st.sampled_from([100, 200]), st.sampled_from([50, 75, 100, 150, 200])
)

near_poses = st.builds(Pose, st.integers(0, 400), st.integers(0, 400), facings)
crowded = st.builds(Base, near_poses, st.just(100), st.sampled_from([50, 75, 100, 150]))
"""Two of them often meet."""


def base(x: int, y: int, facing: int = 0, depth: int = 100, width: int = 100) -> Base:
    """Return a base whose front's middle is at x, y."""
    return Base(Pose(x, y, facing), width, depth)
