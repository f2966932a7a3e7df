"""Who plays a seat: the word to the channel, and the page of somebody who is to take one over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.letters import naming
from bot.letters.clocks import pace_line
from bot.letters.letter import Letter
from bot.letters.pages import lay_out
from bot.letters.parts import STYLES, Pressable, button
from bot.letters.sentences import awaited, heading, mention_channel
from bot.text import Raw, Words, words_for
from engine.api import Game, Seat

if TYPE_CHECKING:
    from bot.moderator.api import Campaign
    from bot.moderator.seats.vacancies import Invitation


def told(campaign: Campaign, said: str, seat: Seat, *, game: Game[Any, Any]) -> Letter:
    """Return a word to a channel about who plays a seat.

    Args:
        campaign: Where, as it is now.
        said: What (:mod:`bot.moderator.seats.telling`).
        seat: Which seat.
        game: The rules it is played by.
    """
    words = words_for(campaign.language, game)
    people = naming.seated(campaign, seat, words) or words.bot("seat.free")
    text = words.bot(f"seat.said.{said}", seat=words.seat(seat), people=Raw(people))
    items = [join_button(campaign, seat, words)] if said == "offered" else []
    if said in {"opened", "would_open"}:
        label = words.plain.bot("button.secrets")
        items = [button(label, "secrets", campaign.id, emoji="🔓")]
    return Letter(lay_out((), [text], items))


def vacant(campaign: Campaign, words: Words) -> list[str]:
    """Say for which sides of a campaign under way a substitute is looked for."""
    if campaign.status != "playing":
        return []
    return [words.bot("seat.vacant_line", seat=words.seat(seat)) for seat in campaign.vacant]


def vacant_items(campaign: Campaign, words: Words) -> list[Pressable]:
    """Return the buttons that ask for those sides."""
    if campaign.status != "playing":
        return []
    return [join_button(campaign, seat, words) for seat in campaign.vacant]


def join_button(campaign: Campaign, seat: Seat, words: Words) -> Pressable:
    """Return the button that asks for a seat that is offered."""
    label = words.plain.bot("button.take_over", seat=words.plain.seat(seat))
    return button(label, "join", campaign.id, seat, style=STYLES.primary, emoji="🪑")


def invitation(invited: Invitation, *, game: Game[Any, Any], language: str) -> Letter:
    """Return the page of somebody who was granted a seat, with buttons to accept or decline."""
    words = words_for(language, game)
    texts, items = invitation_texts(invited, words), invitation_items(invited, words)
    return Letter(lay_out((), texts, items))


def invitation_texts(invited: Invitation, words: Words) -> list[str]:
    """Say what there is to take over, as far as everybody knows it."""
    look = invited.look
    campaign = look.campaign
    texts: list[str] = [
        words.bot(
            "invite.title",
            seat=words.seat(invited.seat),
            campaign=campaign.name,
            channel=mention_channel(campaign.channel_id),
        ),
        f"{words.label('game.title')}\n{heading(look, words, level='###')}",
    ]
    owed = [one for one in look.decisions if one.seat == invited.seat]
    texts.append(awaited(campaign, owed or look.decisions, words))
    texts.append(f"-# {pace_line(campaign.pace, words)}")
    texts.append(words.bot("invite.what"))
    return texts


def invitation_items(invited: Invitation, words: Words) -> list[Pressable]:
    """Return the buttons that answer it."""
    plain, name = words.plain, invited.look.campaign.id
    accept = plain.bot("button.take_seat", seat=plain.seat(invited.seat))
    return [
        button(accept, "takeseat", name, invited.id, style=STYLES.success),
        button(plain.bot("button.no_thanks"), "nothanks", name, invited.id),
    ]
