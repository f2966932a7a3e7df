"""People at the table: they type commands, press buttons, and read what Discord shows them."""

from typing import TYPE_CHECKING, Any

import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from tests.support.channels import archive
from tests.support.reading import Paper

if TYPE_CHECKING:
    from tests.support.table import Table


NO_SERVER_IN_COMMON = 50278
"""Discord's number for it."""


class Unreachable(Exception):
    """What was pressed did not reach the bot."""


class Reply:
    """What came of one command, press or modal; read afresh at every look."""

    def __init__(self, person: "Person", result: simcord.InteractionResult) -> None:
        self.person = person
        self.result = result

    def __repr__(self) -> str:
        return f"<Reply {self.text!r}>"

    @property
    def acknowledged(self) -> bool:
        """Whether the bot answered at all; False is "the application did not respond"."""
        return self.result.acknowledged

    @property
    def papers(self) -> list[Paper]:
        """The answering messages: first the response, then the follow-ups."""
        answers = [self.result.response, *self.result.followups]
        return [Paper(self.person.table.env, a.channel_id, a.id) for a in answers if a is not None]

    @property
    def paper(self) -> Paper:
        """The answer; there must be one."""
        assert self.papers, f"no answer: {self.result!r}"
        return self.papers[0]

    @property
    def text(self) -> str:
        """All words of the answer."""
        return "\n".join(paper.text for paper in self.papers)

    @property
    def is_private(self) -> bool:
        """Whether nobody else can see any of it."""
        return bool(self.papers) and all(paper.is_ephemeral for paper in self.papers)

    @property
    def modal(self) -> dict[str, Any] | None:
        """The dialogue that opened, if one did."""
        return self.result.modal

    @property
    def fields(self) -> dict[str, dict[str, Any]]:
        """The fields of the dialogue that opened, by custom id; each has words above it."""
        assert self.modal is not None, f"no dialogue opened: {self.result!r}"
        parts = self.modal["components"]
        assert all(part["label"] for part in parts)
        return {part["component"]["custom_id"]: part["component"] for part in parts}

    @property
    def buttons(self) -> dict[str, dict[str, Any]]:
        """The buttons of the answer by label."""
        return {label: b for paper in self.papers for label, b in paper.buttons.items()}

    async def press(self, label: str | None = None, *, custom_id: str | None = None) -> "Reply":
        """Press a button of the answer."""
        for paper in self.papers:
            ids = {b.get("custom_id") for b in paper.buttons.values()}
            if label in paper.buttons or (custom_id is not None and custom_id in ids):
                return await self.person.press(paper, label, custom_id=custom_id)
        raise AssertionError(f"no button {label or custom_id!r} among {list(self.buttons)}")

    async def choose(self, *values: str, custom_id: str | None = None) -> "Reply":
        """Choose from a menu of the answer."""
        for paper in self.papers:
            if paper.menus and (custom_id is None or custom_id in paper.menus):
                return await self.person.choose(paper, *values, custom_id=custom_id)
        raise AssertionError(f"no menu {custom_id or ''!r} on {self!r}")

    async def fill(self, **values: Any) -> "Reply":
        """Fill and send the dialogue that opened."""
        return await self.person.fill(self, **values)


class Person:
    """A member of the server who acts as a human with a Discord client would."""

    def __init__(self, table: "Table", name: str, actor: MemberActor) -> None:
        self.table = table
        self.name = name
        self.actor = actor

    def __repr__(self) -> str:
        return f"<Person {self.name}>"

    @property
    def id(self) -> int:
        """The person's Discord id."""
        return self.actor.id

    @property
    def mention(self) -> str:
        """How a message pings this person."""
        return self.actor.mention

    def speak(self, locale: str) -> None:
        """Set the language of the person's Discord, such as `es-ES`."""
        self.table.wire.locales[self.id] = locale

    async def slash(
        self, command: str, /, *, room: ChannelHandle | None = None, **options: Any
    ) -> Reply:
        """Type a slash command, in the table's channel unless *room* is another."""
        channel = room or self.table.channel
        return Reply(self, await self.actor.slash(channel, command, **options))

    async def offered(
        self,
        command: str,
        option: str,
        typed: str = "",
        /,
        *,
        room: ChannelHandle | None = None,
        **filled: Any,
    ) -> dict[str, Any]:
        """What autocomplete offers for an option: label to value, in the order offered."""
        channel = room or self.table.channel
        choices = await self.actor.autocomplete(channel, command, option, typed, **filled)
        return {choice["name"]: choice["value"] for choice in choices}

    async def press(
        self,
        paper: Paper,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        desktop: bool = False,
    ) -> Reply:
        """Press a button of a message this person can see, on the web or on the *desktop*."""
        if not desktop:
            self._reach(paper)
        who = self._hand(paper)
        return Reply(self, await who.click(paper.message, label=label, custom_id=custom_id))

    async def choose(self, paper: Paper, *values: str, custom_id: str | None = None) -> Reply:
        """Choose from a menu of a message this person can see."""
        self._reach(paper)
        who = self._hand(paper)
        return Reply(self, await who.select(paper.message, values, custom_id=custom_id))

    async def fill(self, shown: Reply, **values: Any) -> Reply:
        """Fill and send a dialogue, by its fields' custom ids."""
        return Reply(self, await self.actor.submit_modal(shown.result, values))

    async def say(self, text: str, *, at: ChannelHandle | None = None) -> None:
        """Write an ordinary message; in an archived thread that opens it."""
        backend: Any = self.table.env.backend
        if at is not None and at.is_thread:
            record = backend.channels[at.id]
            if record.thread_metadata.archived:
                archive(backend, at.id, archived=False)
        await self.actor.send(at or self.table.channel, text)

    def reads(self, at: ChannelHandle | None = None) -> list[Paper]:
        """Every message of a channel that this person sees, ephemeral ones included."""
        return self.table.seen(at or self.table.channel, self.actor)

    def inbox(self) -> list[Paper]:
        """The direct messages between the bot and this person, oldest first."""
        return self.table.seen(self.actor.user.dm_channel)

    def close_dms(self, code: int = 50007) -> None:
        """Refuse direct messages from now on, as a privacy setting does, or for another reason."""
        path = f"/channels/{self.actor.user.dm_channel.id}/messages"
        message = "Cannot send messages to this user"
        self.table.env.inject_error(
            "POST", path, status=403, code=code, message=message, times=None
        )

    def open_dms(self) -> None:
        """Accept direct messages again."""
        path = f"/channels/{self.actor.user.dm_channel.id}/messages"
        faults = self.table.env.backend.faults
        faults[:] = [fault for fault in faults if fault["path"] != path]

    def leave_server(self) -> None:
        """Leave the server (or be banned from it, or delete the account): no message reaches them.

        The bot is not told, as it has no right to be; who asks for them gets "unknown member".
        """
        self.close_dms(NO_SERVER_IN_COMMON)
        self.table.guild.remove_member(self.actor)

    def return_to_server(self) -> None:
        """Join the server again."""
        self.open_dms()
        self.actor = self.table.guild.add_member(self.actor.user)

    def be_called(self, nick: str) -> None:
        """Have the server call this person otherwise from now on."""
        self.table.env.backend.edit_member(self.table.guild.id, self.id, {"nick": nick})

    def notices(self) -> tuple[object, ...]:
        """All that this person can notice anywhere: compare it between two runs of one world."""
        places = [*self.table.channels, *self.table.threads(self)]
        papers = [paper for place in places for paper in self.reads(place)] + self.inbox()
        return tuple(paper.fingerprint() for paper in papers)

    def _reach(self, paper: Paper) -> None:
        """Fail as the web and phones do: a press in an archived thread never reaches the bot."""
        channel: Any = self.table.env.backend.channels[paper.channel_id]
        if channel.is_thread and channel.thread_metadata.archived:
            raise Unreachable("an archived thread")

    def _hand(self, paper: Paper) -> Any:
        """The actor who can touch the message: the member, or in a DM the user."""
        return self.actor.user if paper.channel_id == self.actor.user.dm_channel.id else self.actor
