"""A lesson replayed through the rules: every choice that it plays or accepts must be legal where it comes."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.engine.errors import BadInput, IllegalChoice
from parlour.engine.files import read_text
from parlour.engine.history import Chosen
from parlour.engine.match import Match
from parlour.engine.picks import pick
from parlour.engine.positions import flat

from .guide import Guide
from .lesson import Choice, Lesson
from .reading import Key, Misplaced, line_of

MOST_TRIED = 40
"""Legal choices that are tried where a step accepts any."""


Seen = set[tuple[int, Choice]]
"""Right choices that were allowed, by step."""


def faults(lesson: Lesson, source: str = "") -> Iterator[str]:
    """Yield what is wrong with a lesson, as `SOURCE:LINE: what`: at most one fault of its main way, and one per other way.

    The main way takes the first right choice of each step that the rules allow there. Every other one is tried too, and the main
    way goes on after it. A right choice that is never allowed is a fault.

    source: how the file is called in the messages; its path by default.
    """
    path = source or lesson.source
    seen: Seen = set()
    try:
        guide, match = Guide(lesson), _start(lesson)
        _walk(guide, match, {}, seen)
    except BadInput as error:
        yield f"{path}:{_line(lesson, error)}: {error}"
        return
    for number, step in enumerate(lesson.steps):
        if not step.is_task:
            continue
        try:
            others = _others(lesson, number)
        except BadInput as error:
            yield f"{path}:{_line(lesson, error)}: {error}"
            continue
        for codes in others:
            try:
                _walk(Guide(lesson), _start(lesson), {number: codes}, seen)
            except BadInput as error:
                name = _written(lesson, codes)
                yield f"{path}:{_line(lesson, error)}: if the learner chooses {name} in step {number + 1}: {error}"
                break
    for step in lesson.steps:
        never = [codes for codes in step.choose if (step.number, codes) not in seen] if not isinstance(step.choose, str) else []
        if never:
            line = _line(lesson, Misplaced(("step", step.number, "choose"), ""))
            yield f"{path}:{line}: {_written(lesson, never[0])} is never allowed in step {step.number + 1}"


def _line(lesson: Lesson, error: BadInput) -> int:
    return line_of(read_text(lesson.source), error)


def _start(lesson: Lesson) -> Match:
    try:
        return lesson.start()
    except BadInput as error:
        name = next((name for name in flat(lesson.deal) if str(error).startswith(f"{name}:")), "")
        raise Misplaced(("deal", *name.split(".")) if name else ("deal",), str(error)) from None


def _walk(guide: Guide, match: Match, ways: dict[int, Choice], seen: Seen, until: int = -1) -> None:
    """Go through a lesson, up to a step. ways: by step what the learner chooses instead of the first right choice. seen: gets the
    right choices that were allowed.
    """
    while not guide.over and guide.at != until:
        number = guide.at
        _script(guide, match, number)
        if guide.step.is_task:
            _answer(guide, match, ways.get(number), seen)
        else:
            guide.go_on(match)
    if until >= 0 and not guide.over:
        _script(guide, match, until)


def _script(guide: Guide, match: Match, number: int) -> None:
    """Make all choices that a step plays, and those between."""
    for _ in range(1000):
        chosen = guide.next_choice(match)
        if chosen is None:
            break
        _make(guide, match, chosen, ("step", number, "play"))
    scripted = guide.scripted
    if scripted is not None:
        at: Key = ("step", number, "play")
        what = f"{scripted.seat}: {_written(guide.lesson, scripted.codes)}"
        if scripted.seat not in match.asked:
            raise Misplaced(at, f"{what} cannot be played: {_state(match)}")
        _must_be_legal(match, scripted, at)
    if guide.step.is_task and not guide.asks(match, guide.lesson.seat):
        raise Misplaced(("step", number, "choose"), f"the learner, seat {guide.lesson.seat}, is not asked here: {_state(match)}")


def _answer(guide: Guide, match: Match, codes: Choice | None, seen: Seen) -> None:
    """Let the learner choose, after a check of the choices that the step calls wrong."""
    number, seat, step = guide.at, guide.lesson.seat, guide.step
    for wrong in step.wrong:
        _must_be_legal(match, Chosen(seat, wrong), ("step", number, "wrong", _written(guide.lesson, wrong)))
    if isinstance(step.choose, str):
        codes = codes or _any(guide, match, 1)[0]
    else:
        right = [one for one in step.choose if _is_legal(match, Chosen(seat, one))]
        seen.update((number, one) for one in right)
        codes = codes or next(iter(right), step.choose[0])
    _make(guide, match, Chosen(seat, codes), ("step", number, "choose"))


def _make(guide: Guide, match: Match, chosen: Chosen, at: Key) -> None:
    _must_be_legal(match, chosen, at)
    try:
        guide.check(match, chosen)
        role = guide.role(match, chosen)
        match.play(*chosen.codes, seat=chosen.seat, elapsed=chosen.elapsed)
    except BadInput as error:
        raise Misplaced(at, str(error)) from None
    if match.picks(chosen.seat):
        raise Misplaced(at, f"{chosen.seat}: {_written(guide.lesson, chosen.codes)} is not a whole choice")
    guide.note(match, role)


def _is_legal(match: Match, chosen: Chosen) -> bool:
    try:
        _must_be_legal(match, chosen, ())
    except Misplaced:
        return False
    return True


def _must_be_legal(match: Match, chosen: Chosen, at: Key) -> None:
    """Misplaced unless the rules allow a choice. An error of the house is passed on with its place."""
    name = ", ".join(match.game.room.choice_name(code) for code in chosen.codes)
    try:
        _, whole = pick(match.game, match.table_for(chosen.seat), chosen.codes)
    except IllegalChoice as error:
        raise Misplaced(at, f"the rules forbid it: {error}") from None
    except BadInput as error:
        raise Misplaced(at, f"{name}: {error}") from None
    if not whole:
        raise Misplaced(at, f"{name} is not a whole choice: name all its picks, with commas between them")


def _others(lesson: Lesson, number: int) -> list[Choice]:
    """The right choices of a step, allowed on the main way, beside the first."""
    step = lesson.steps[number]
    guide, match = Guide(lesson), _start(lesson)
    _walk(guide, match, {}, set(), until=number)
    if isinstance(step.choose, str):
        return _any(guide, match, MOST_TRIED)[1:]
    return [codes for codes in step.choose if _is_legal(match, Chosen(lesson.seat, codes))][1:]


def _any(guide: Guide, match: Match, most: int) -> list[Choice]:
    """Legal choices that a step accepts which accepts any: those of one pick, the first ones. Misplaced if there are none."""
    room, seat, found = match.game.room, guide.lesson.seat, list[Choice]()
    for code in match.codes(seat):
        _, whole = pick(match.game, match.table_for(seat), [code])
        if whole and code != room.resign and guide.step.accepts(match, Chosen(seat, (code,))):
            found.append((code,))
        if len(found) == most:
            break
    if not found:
        at = ("step", guide.at, "choose")
        raise Misplaced(at, f'"{guide.step.choose}" accepts nothing here: the learner\'s choices are longer, name them')
    return found


def _state(match: Match) -> str:
    if match.over:
        return "the match is over"
    asked = ", ".join(f"seat {seat}" for seat in match.asked)
    return f'{asked or "nobody"} is asked in phase "{match.phase}"'


def _written(lesson: Lesson, codes: Choice) -> str:
    return ", ".join(lesson.room.choice_name(code) for code in codes)
