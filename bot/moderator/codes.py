"""Every code that the command layer gives, each with the names of its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CODES: Final[Mapping[str, tuple[str, ...]]] = {
    # refusals of an action (Receipt.refusals), beside the game's own
    "campaign.stale": (),  # the button or dialogue was for a decision that is settled by now
    "campaign.not_a_player": (),
    "campaign.not_playing": (),  # not started yet
    "campaign.over": (),
    "campaign.not_over": (),
    "campaign.unknown_action": ("kind",),  # not one of this game's actions
    "campaign.stand_in": (),  # the computer plays that seat until its people say they are back
    "campaign.dice_awaited": ("seats", "n", "sides"),  # real dice are to be rolled first
    "campaign.request_reused": (),  # one request key, two different people or campaigns
    # complaints (Complaint)
    "campaign.unknown": (),
    "campaign.unknown_game": ("game",),
    "campaign.no_computer": ("game",),  # that game has no computer player
    "campaign.no_strength": ("game", "strengths"),  # none that strong; a tuple of Terms "strength"
    "campaign.bad_settings": ("fields",),  # tuple of field names
    "campaign.setting_absent": ("fields",),  # the same: a host's own files have no such value
    "campaign.name_empty": (),
    "campaign.name_long": ("limit",),
    "campaign.channel_taken": ("name",),
    "campaign.rematch_there": ("name", "channel"),  # the channel by its id
    "campaign.unknown_seat": ("seat",),
    "campaign.already_seated": ("seat",),
    "campaign.consent_needed": ("seat",),  # others must grant that seat
    "campaign.refused_lately": ("hours",),  # not let in there not long ago
    "campaign.too_many_ask": (),  # so many people ask for a seat there already
    "campaign.ask_settled": (),  # granted, refused or withdrawn meanwhile
    "campaign.ask_void": (),  # who asked can no longer be seated there
    "campaign.seat_waits": ("seat", "at"),  # all who hold it are gone; the second from which on
    "campaign.not_deserted": ("seat",),  # somebody who holds it is in the server
    "campaign.called_lately": ("seat",),  # somebody was looked for not long ago
    "campaign.not_yours_to_grant": ("seat",),
    "campaign.last_person": (),  # leaving would end it, and that was not asked
    "campaign.too_many_open": ("most",),  # live campaigns of one person in one server
    "campaign.house_full": ("most",),  # live campaigns in all servers, as the host allows
    "campaign.bad_limit": ("most",),  # not a number of campaigns from 1 to that
    "campaign.game_closed": ("game", "games"),  # a server opens others only; Terms "game"
    "campaign.place_closed": ("places",),  # and only there; a tuple of Terms "channel"
    "campaign.seat_computer": ("seat",),  # a game under way: the computer plays that seat
    "campaign.was_other_side": ("seat",),  # they have seen the other side's secrets
    "campaign.not_seated": (),
    "campaign.seat_empty": ("seats",),  # tuple of Terms ("seat", ...): cannot start
    "campaign.nobody_seated": (),  # against the computer too, somebody must play
    "campaign.already_started": (),
    "campaign.not_creator": (),
    "campaign.newer": (),  # a process of a newer build plays it beside this one
    "campaign.unreadable": (),  # what is on file of it, or of that moment, is damaged
    "campaign.barred": (),  # the server lets them take no seat
    # complaints around a campaign that begins from a position
    "beginning.none": ("game",),  # with these settings the game begins in its own way only
    "beginning.no_start": (),  # none of that name, or not any more
    "beginning.gone": (),  # it begins in its own way by now
    "beginning.changed": (),  # another position is proposed by now, or none
    "beginning.unconfirmed": ("seats",),  # sides that have not confirmed it; Terms "seat"
    "beginning.void": (),  # the rules do not allow it any more
    # complaints around real dice
    "dice.not_yours": ("seats",),  # others are to roll them
    "dice.wrong_number": ("n", "sides", "given"),
    "dice.no_such_face": ("value", "sides"),
    "dice.dropped": (),  # the rules will not have the action any more
    # complaints around who plays a seat of a game under way
    "seat.stood_in": ("seat",),  # the computer plays it already
    "seat.not_stood_in": ("seat",),
    "seat.last_person": ("seat",),  # nobody but the computer would play on
    "seat.vacant": ("seat",),  # it is offered already
    "seat.not_vacant": ("seat",),
    "seat.shared": ("seat",),  # others hold it too: one of them alone does not give it away
    "seat.own": ("seat",),  # one's own needs nobody's consent
    "seat.note_long": ("limit",),
    "seat.no_invitation": (),  # it was taken back, or somebody else was faster
    # notices by DM: to whoever asked for a seat that somebody else has taken
    "notice.time_dice_rolled": ("campaign", "channel", "seat"),
    "notice.seat_filled": ("campaign", "channel", "seat"),
    # to who held a seat: somebody has come in; who was to come has declined
    "notice.seat_taken": ("campaign", "channel", "seat"),
    "notice.seat_declined": ("campaign", "channel", "seat"),
    # to a referee who may look at secrets; to who plays a side whose proposal was refused
    "notice.private_proposed": ("campaign", "channel", "seat"),
    "notice.private_refused": ("campaign", "channel", "seat", "reason"),
    # to who came in and has given the seat back
    "notice.seat_returned": ("campaign", "channel", "seat"),
    "campaign.fault": (),  # a bug in a game system: nothing was changed, the operator has a log
    # events and outcomes of the moderator's own (Event.code, Outcome.reason)
    "campaign.resigned": ("seat",),
    "campaign.abandoned": (),
    "campaign.set_back": ("step", "since"),  # last public step, and its second since 1970
    "campaign.closed": (),
    "campaign.forfeited": ("seat",),
    "campaign.broken_off": (),
    "campaign.ruled_draw": (),
    "campaign.ruled_lost": ("seat",),
    "campaign.outcome.broken_off": (),
    "campaign.outcome.ruled_draw": (),
    "campaign.outcome.ruled_lost": ("seat",),
    "campaign.outcome.forfeited": ("seat",),
    "campaign.outcome.resigned": ("seat",),
    "campaign.outcome.abandoned": (),
    "campaign.outcome.closed": (),
    "campaign.outcome.unbegun": (),
    # notices by DM to whoever created the campaign (bot.courier), once a campaign and cause;
    # campaign is its name, channel a mention
    "notice.channel_gone": ("campaign", "channel"),
    "notice.cannot_post": ("campaign", "channel"),
    "notice.cannot_attach": ("campaign", "channel"),
    "notice.cannot_pin": ("campaign", "channel"),
    "notice.pins_full": ("campaign", "channel"),
    "notice.thread_locked": ("campaign", "channel"),
    "notice.refused": ("campaign", "channel"),
    "notice.lost_post": ("campaign", "channel"),
    "notice.nobody_joins": ("campaign", "channel", "at"),  # when it is closed
    # notices by DM to everybody who plays against the computer, once a campaign and cause
    "notice.computer_stumbled": ("campaign", "channel"),  # plain moves stand in for its choice
    "notice.computer_stuck": ("campaign", "channel"),  # not even those can be played
    "report.not_a_member": (),
    "report.empty": (),
    "report.too_many": ("most",),
    # notices by DM to whoever asked for a seat
    "notice.let_in": ("campaign", "channel"),
    "notice.not_let_in": ("campaign", "channel"),
    # notices by DM to whoever waits for a seat whose people are all out of the server
    "notice.seat_deserted": ("campaign", "channel", "seat"),
    "notice.seat_restored": ("campaign", "channel", "seat"),  # one of them is back
    "notice.seat_replaced": ("campaign", "channel", "seat"),  # somebody was let in instead
    # and to those people, when somebody was
    "notice.seat_given": ("campaign", "channel", "seat"),
    # notices by DM to whoever sent a plan, where nobody was there to be answered
    "notice.plan_sent": ("campaign", "channel"),
    "notice.plan_waits": ("campaign", "channel"),  # the rest of it, for them
    "preferences.zone_unknown": ("typed",),
    "preferences.zone_first": (),  # quiet hours are hours of somewhere
    "preferences.hours_long": ("most",),
    "preferences.away_order": (),  # the end is over, or before the beginning
    "preferences.away_far": ("days",),
    "preferences.away_many": ("most",),
    "plan.changed": (),  # what was to be sent is not what the plan is now
    "plan.empty": (),
    "plan.interrupted": (),  # the database failed on the way; it goes on by itself
    "plan.sending": (),  # it is being sent already
    "plan.too_long": ("most",),
    "group.too_many": ("most",),
    "lesson.none": (),  # that game has none
    "lesson.over": (),  # it was erased
    "lesson.behind": (),  # a button of an earlier step
    "lesson.alone": (),  # nobody else takes part in a lesson
    "lesson.stays": (),  # it cannot be moved
    "lesson.wait": (),  # the computer is awaited first
    "lesson.no_proposal": (),
    "draft.unknown": (),  # expired, answered, or someone else's
    # refusals around taking back and agreement (Complaint)
    "undo.never": (),  # the table has chosen so
    "undo.only_free": (),
    "undo.lesson": (),
    "undo.consent": (),  # the others must agree
    "offer.there": (),  # their side has one open
    "offer.declined_lately": (),
    "offer.withdrawn_lately": (),
    "offer.answered_lately": ("hours",),  # what lasts was declined or withdrawn not long ago
    "offer.not_here": (),  # nothing would come of it at this table
    "offer.computer_declines": ("seat",),
    "offer.lesson": (),
    "offer.free": (),  # it needs nobody's consent
    "offer.void": (),  # the table has gone on
    "offer.settled": (),
    "offer.late": (),
    "offer.own": (),
    "offer.not_own": (),
    "offer.answered": (),
    "draft.gone_back": (),  # begun before the campaign went back to an earlier position
    # their events and outcomes
    "campaign.taken_back": ("seat", "n"),  # so many public steps
    "campaign.rewound": ("n",),  # the same by a referee
    "campaign.goes_on": (),  # behind it, of a game that was over
    "campaign.order_taken_back": ("n",),
    # a referee has put the position right; "campaign.struck" is for one side alone
    "campaign.corrected": ("reason",),
    "campaign.own_corrected": ("reason",),  # for one side alone
    "campaign.struck": ("n",),  # so many of its secret orders, which follow
    "campaign.sealed": ("seal",),  # of its new dice, behind campaign.set_back
    "campaign.drawn": (),
    "campaign.adjourned": (),
    "campaign.outcome.drawn": (),
    "campaign.outcome.adjourned": (),
    # notices by DM to a side whose time has run out
    "notice.time_ran_out": ("campaign", "channel", "seat"),
    "notice.time_last_grace": ("campaign", "channel", "seat"),
    "notice.time_others_grace": ("campaign", "channel", "seat"),  # to the other sides
    # complaints about time
    "time.no_claim": (),  # nobody's time has run out, or they have acted since
    "time.bad_claim": (),
    "time.not_awaited": (),  # nobody else is awaited
    "time.nudged_lately": ("at",),  # the second from which on they may be called again
    "time.paused": (),
    "host.paused": (),  # all tables, by the host
    "host.campaign_aside": (),  # as broken
    "host.plan_aside": (),  # as broken
    "host.restarting": (),
    "host.server_out": (),
    "host.person_out": (),
    "time.not_paused": (),
    "time.bad_pace": (),
    "time.you_not_awaited": (),
    "time.no_pace": (),  # there is no clock at that table
    # notice by DM to a side of whose secret orders some could not stand after a taking back
    "notice.struck": ("campaign", "channel"),
    # complaints around referees
    "referee.no_role": (),  # the server has chosen none
    "referee.not_eligible": ("role",),  # a Term "role"
    "referee.candidate_not_eligible": ("role",),
    "referee.has_played": (),  # they hold or held a seat there
    "referee.has_looked": (),  # who has looked at secrets never plays there
    "referee.referees_here": (),  # who referees does not play
    "referee.too_late": (),  # it has begun: all sides must agree
    "referee.others_seated": (),  # not begun, but others sit there already
    "referee.too_many": ("most",),
    "referee.there": (),  # they are already, on the same terms
    "referee.not_yours": (),  # you do not referee it
    "referee.not_theirs": (),  # that person does not
    "referee.lesson": (),
    "referee.not_appointed": (),
    "referee.no_secrets": (),
    # complaints around games that are over and go on
    "reopen.never": (),  # nobody is at the table, or it never began
    "reopen.open": (),  # what was secret is open to everybody, and not all have agreed
    "reopen.place_taken": ("name",),  # another game is played in its channel
    "reopen.no_referee": (),  # who could let it go on
    "reopen.not_needed": (),  # no consent
    "archive.there": (),  # it is archived already
    # complaints around positions that a referee puts right
    "correct.game_over": (),  # it must go on first
    "correct.none": (),  # that game has no corrections
    "correct.too_many": ("most",),
    # complaints around what a side proposes in private to be put right of its secrets
    "private.none": (),  # no side of that game keeps anything that could be
    "private.no_referee": (),  # nobody who referees it may look at secrets
    "private.open": (),  # that side has proposed something else already
    "private.often": ("at",),  # it has proposed often in this hour; it can again then, in seconds
    "private.nothing": (),  # what was proposed is settled, or void
    "correct.unsound": (),  # the game would not go on from there
    "referee.no_reason": (),
    "referee.reason_long": ("limit",),
    "referee.bad_hours": ("most",),
    "referee.no_clock": ("seat",),  # nobody's time runs out there
    "referee.not_asked": ("seat",),  # nothing in public
    "referee.secret_order": (),
    "referee.order_refused": (),  # by the rules: why may hang on a secret
    "referee.nobody_sits": ("seat",),
    "referee.no_step": (),
    "referee.no_second": (),  # two must agree, and there is one
    "referee.motion_void": (),
    "referee.own_motion": (),
    "inspect.no_post": (),  # no bulletin of this campaign that is known
    "inspect.busy": (),  # another log is being played again in that server
    "setup.everybody_referees": (),
    # notices by DM to who was named
    "notice.referee_named": ("campaign", "channel"),
    "notice.referee_named_secrets": ("campaign", "channel"),
    # StoreError
    "store.busy": (),
    "store.read_only": (),
    "store.full": (),
    "store.damaged": (),
    "store.unreadable": (),
    "store.newer": (),
    "store.failed": (),
}
