"""The one door for every change to a game."""

from __future__ import annotations

from collections.abc import Mapping

from engine.api import Action, Game, Seat

from bot.moderator.api import Campaign, Draft, LogPage, Look, Receipt


class Moderator:
    """The command layer. Every method may raise ``StoreError``; then nothing was changed."""

    # -- campaigns ---------------------------------------------------------------------------
    async def create(
        self,
        *,
        game: str,
        name: str,
        guild_id: int,
        channel_id: int,
        person_id: int,
        language: str,
        settings: Mapping[str, object] | None = None,
    ) -> Campaign:
        """Create a campaign in a channel. The creator takes no seat by it: he joins like others.

        Raises:
            ModeratorError: campaign.unknown_game, bad_settings, name_empty, name_long,
                channel_taken.
        """
        raise NotImplementedError

    async def join(self, campaign_id: str, person_id: int, seat: Seat) -> Campaign:
        """Seat a person. Joining one's own seat again changes nothing.

        While the campaign is open a side may take any number of members; once it is played only
        an empty seat can be taken, and never by someone who has sat on the other side.

        Raises:
            ModeratorError: campaign.unknown, unknown_seat, over, already_seated, seat_held,
                was_other_side.
        """
        raise NotImplementedError

    async def leave(self, campaign_id: str, person_id: int) -> Campaign:
        """Give up one's seat. The last to leave ends the campaign (no winner).

        The creator of an open campaign that nobody joined may "leave" it too: that frees the
        channel.

        Raises:
            ModeratorError: campaign.unknown, not_seated, over.
        """
        raise NotImplementedError

    async def start(self, campaign_id: str, person_id: int, *, request: str) -> Campaign:
        """Set the game up, once every seat is held. The creator or any member may.

        Raises:
            ModeratorError: campaign.unknown, not_a_player, seat_empty, already_started, over.
        """
        raise NotImplementedError

    async def resign(self, campaign_id: str, person_id: int, *, request: str) -> Receipt:
        """End the game as lost for the person's seat."""
        raise NotImplementedError

    async def move(self, campaign_id: str, person_id: int, channel_id: int) -> Campaign:
        """Move a campaign to another channel of its server (when the old one was deleted).

        Raises:
            ModeratorError: campaign.unknown, not_a_player, channel_taken.
        """
        raise NotImplementedError

    async def campaign(self, campaign_id: str) -> Campaign:
        """Return a campaign.

        Raises:
            ModeratorError: campaign.unknown.
        """
        raise NotImplementedError

    async def campaign_in(self, guild_id: int, channel_id: int) -> Campaign | None:
        """Return the campaign of a channel: the live one, else the one that ended last."""
        raise NotImplementedError

    async def campaigns(self, guild_id: int, person_id: int | None = None) -> tuple[Campaign, ...]:
        """Return a server's campaigns, live ones first, newest first; or only a person's."""
        raise NotImplementedError

    # -- playing -----------------------------------------------------------------------------
    def game(self, campaign: Campaign) -> Game:
        """Return the rules that *campaign* is played by."""
        raise NotImplementedError

    async def look(self, campaign_id: str, person_id: int | None = None) -> Look:
        """Return the campaign as that person (``None``: the public) may see it now.

        Raises:
            ModeratorError: campaign.unknown.
        """
        raise NotImplementedError

    async def act(
        self,
        campaign_id: str,
        person_id: int,
        action: Action,
        *,
        request: str,
        expect: str | None = None,
    ) -> Receipt:
        """Do *action* for the person's seat, durably, or say every reason against it.

        Args:
            campaign_id: Where.
            person_id: Who; his seat follows from it.
            action: What, as ``Game.parse`` or a ``Choice`` gave it.
            request: Idempotency key (the interaction's id): asked again, nothing more happens
                and an equal receipt comes back, also after a restart.
            expect: Key of the decision that the press was for; when that is no longer open for
                this seat the receipt refuses with "campaign.stale".

        Raises:
            ModeratorError: campaign.unknown, campaign.fault.
        """
        raise NotImplementedError

    async def log(
        self,
        campaign_id: str,
        person_id: int | None = None,
        *,
        turn: int | None = None,
        phase: str | None = None,
        kind: str | None = None,
        page: int = 1,
        per_page: int = 10,
    ) -> LogPage:
        """Return a page of what that person may read; *page* is clamped to what there is.

        Raises:
            ModeratorError: campaign.unknown.
        """
        raise NotImplementedError

    # -- people ------------------------------------------------------------------------------
    async def speaks(self, person_id: int, language: str) -> None:
        """Remember the language of a player, for the messages he gets by DM. Cheap when known.

        Nothing is stored about people who hold no seat.
        """
        raise NotImplementedError

    async def forget(self, person_id: int) -> None:
        """Erase a person: seats, drafts, language, undelivered DMs, the tie to his actions.

        The log keeps that his seat acted, not who acted for it.
        """
        raise NotImplementedError

    # -- dialogues ---------------------------------------------------------------------------
    async def draft_open(
        self, campaign_id: str, person_id: int, kind: str, filled: Mapping[str, str] | None = None
    ) -> Draft:
        """Begin a dialogue; an earlier one of the same person, campaign and kind is dropped."""
        raise NotImplementedError

    async def draft_get(self, draft_id: str, person_id: int) -> Draft:
        """Return one's own dialogue.

        Raises:
            ModeratorError: draft.unknown (expired, dropped, or someone else's).
        """
        raise NotImplementedError

    async def draft_put(self, draft_id: str, person_id: int, filled: Mapping[str, str]) -> Draft:
        """Replace what is filled in, and let the dialogue live on for its time again.

        Raises:
            ModeratorError: draft.unknown.
        """
        raise NotImplementedError

    async def draft_drop(self, draft_id: str, person_id: int) -> None:
        """End a dialogue; nothing happens when there is none."""
        raise NotImplementedError
