"""Words of an old dialect, found in every text that a person can read, with what to write instead.

    python scripts/plain_english.py [PATH ...]     list them, a line each: file:line: what is written -> what to write
    python scripts/plain_english.py --count        count them per folder

Read are comments, docstrings and texts in Python and JavaScript, and all of Markdown, TOML and HTML but its code. Of the
package's code the names that it gives are read too: functions, arguments, variables, fields. `EXCEPTIONS` are right as they
are, each for a reason.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SUFFIXES = {".py", ".js", ".md", ".toml", ".html"}

CONDITION = (
    r"(?:there|nobody|nothing|none|no|neither|not|one|it (?:is|has|was|does|can|cannot|says|may)"
    r"|they (?:are|have|can|cannot)|that (?:is|has|was)|any|all)"
)
UNIT = "seat|line|depth|choice|player|hand|match|deal|game|move|core|suit|rank|row|pile|phase|trick|side|call"
SMALL = "and|or|of|in|is|to|by|for|if|as|than|at|on|after|before|with|from|when|into"
RESULT = (
    r"BadInput|NotForCards|WorkersLost|None|none|NO_FEATURE|NOBODY|NONE|False|True|nan|null|empty|nothing|[A-Z]\w+Error|-?\d+"
)
IDIOM = (
    r"longer|more|such|one|other|limits?|need|doubt|room|use|way|better|worse|less|fewer|easier|help|progress|secret|reason|ground"
    r"|difference|fault|measure|claim|time to think|pair to speak|\w+er than"
)
"""Nouns and comparatives that "is no" may stand before."""
WORDS: dict[str, str] = {
    r"whoever|whomever|whosever": "anyone who, the player who",
    r"whatever(?! it takes)": "anything that, any, all that",
    r"anew": "again",
    r"nought": "zero",
    r"reckon(?:s|ed|ing)?": "compute, estimate, count",
    r"(?<!cash )till(?! roll)": "until",
    r"hence|thereby|thereof|whence|wherein|whereupon|thereupon": "so, from there",
    r"(?:hang|hung|hangs|hanging) on|hangs? upon": "depend on",
    r"(?:tell|tells|told|telling) (?:\w+ )?apart": "distinguish",
    r"the search before": "the previous search",
    r"look(?:s|ed)? up from": "read from",
    r"held against": "compared with",
    r"(?:come|comes|came) to the same": "are equally good, give the same result",
    r"next to nothing": "almost nothing",
    r"the very (?:same|matches|cards|deals?|choices?|games?)": "exactly the same",
    r"(?:stood|stands?) in for by": "a bot takes over for",
    rf"(?:one|a|two|three|(?<![.\d])\d+) (?!(?:{SMALL}) )[a-z]+ a (?:{UNIT})(?= |[,.;:)]|$)": "one ... per ...",
    rf"(?:{RESULT}) where": "if (where is for places)",
    r'(?:""|HTTPException|CardMissing|CardFailed|UnsafeCache|TooMuch) where': "if (where is for places)",
    r"where the house (?:says|forbids|allows|likes|gives|does)": "if the house ...",
    r"where (?:several|one may|that matters|it is (?:allowed|asked|over|one))": "if (where is for places)",
    rf"(?:[,;:(]|only|except|but|also|even|unlike) where {CONDITION}": "if (where is for places)",
    r"where (?:there (?:is|are|was|were)|nobody|nothing|neither)": "if (where is for places)",
    r"only where (?:the|a|taking|it|that|everybody|everyone|they|there)": "only if (where is for places)",
    r"(?<!drawn )(?<!Drawn )(?<!settled )by lot(?!\")": "at random",
    r"(?<!differ )by chance": "at random, a random ...",
    r"for as long as (?:people|they|it) (?:like|likes)": "no limit",
    r"so many \w+ as": "as many as",
    r"as good as (?:over|won|lost|nothing|none)": "almost",
    r"be that as it may|as the case may be|as it were|so to speak": "(leave it out)",
    r"that of (?:which|whom)|of that which": "(say it directly)",
    r"it is looked (?:at|whether|again)": "(say who looks)",
    rf"(?:(?<=[^\s] )|(?<=[\"']))(?<!there )(?:is|are|was|were) no (?!(?:{IDIOM})\b)[a-z][\w-]*": "is not a ...",
    r"may be given again": "can be repeated",
    rf"one a (?:{UNIT})": "one per ...",
    r"what is (?:told|said|known|left|asked|seen|shown|wanted|done|made|kept|met|read) of": "(name it)",
}
NOUN = r"What|Whose|Who|How (?:good|much|many|often|well|long|far)|Whatever|That which"
DOCSTRING = re.compile(rf"\s*(?:{NOUN})\b(?! (?:it|they) )(?![^.]*\?)")
SENTENCE = re.compile(r"(?:^|[.:] )(What|Who) (?![^.]*\?)[a-z]")
"""A sentence of a guide that begins with "What" or "Who" and is not a question. Headings and rulebooks may begin so."""
OF_FUNCTIONS: dict[str, str] = {
    r"(?:How|Which|Whose|Whom|Why|Where|When)\b": 'begin with "Return" or another verb',
    r"(?:If|With|Within|In|From|As|At|For|To|On|After|Before|Only|Of)\b": 'begin with "Return" or another verb',
    r"(?:So many|By seat|By how|By (?!a\b|hand\b)\w+,)": 'begin with "Return" or another verb',
    r"(?:The same|The other way round|Both together|Likewise)(?:[.,:;]| (?:of|for|if|by|with|from|in|on)\b)": (
        "say it again: a docstring is read alone"
    ),
    r"(?:[RF]\d+(?:,? (?:and |to )?)?)+\.?$": "say what the paragraphs make the function do",
}
"""How docstrings of functions do not begin."""
NAMES: dict[str, str] = {
    "told|untold|unsaid|tells": "what it is: text, message, shown, reveals",
    "said": "what it is: text, message, sentence, word",
    "heard": "what it is: received, spoken, noticed",
    "knew|stood|went|went_on|came|learned": "a noun, or a verb in the imperative",
    "desk": "workspace",
}
"""Names that do not say what they are."""
ROOM_NAMES = {"TELLS"}
"""Constants that the engine looks for in rooms, in or outside the house (see `bots/heuristics.py`)."""
NAMED_IN_SCRIPT = re.compile(
    r"(?:\b(?:const|let|var|function)\s+|#|@param \{[^}]*\} )([A-Za-z_]\w*)|^\s+(?:static |async )*([A-Za-z_]\w*)\(.*\{$"
)
NOTHING_RETURNED = re.compile(r"Returns?\b")


def _whole(pattern: str, flags: int) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", flags)


PATTERNS = [(_whole(pattern, re.IGNORECASE if pattern.islower() else 0), advice) for pattern, advice in WORDS.items()]
ANY = [
    _whole("|".join(f"(?:{pattern})" for pattern in WORDS if pattern.islower()), re.IGNORECASE),
    _whole("|".join(f"(?:{pattern})" for pattern in WORDS if not pattern.islower()), 0),
]
"""One of these is in every line that has a word to avoid: almost all lines are done after two searches."""
PLAYERS = re.compile(r"(?<![\w-])(?:somebody|someone|somebody's|someone's)(?![\w-])", re.IGNORECASE)
"""In rulebooks and pages: a player."""
SUBJECT = re.compile(r'name = "(Who|Whom)\b(?!.*\?"$)')
"""In the names of scenarios, which rulebooks print."""

ABOUT_WORDS = {"scripts/plain_english.py", "tests/test_plain_english.py"}
EXCEPTIONS: dict[str, str] = {
    "CHANGELOG.md: What": "the line that says for whom it is",
    "tests/lab/test_play.py: by chance": "a message that puts a kind of player after `by`",
    "tests/house/test_typesetting.py: Whoever": "a ruling in the words of a group",
    "src/parlour/games/crazy_eights/rules.py: came": "a field of positions and records",
    "src/parlour/table/wire.py: said": "a field of messages",
    "src/parlour/lab/measures/skill.py: by lot": "the description of the figure `..., by lot` in the files of studies",
}
"""`file: words` -> why they stay."""


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that a person reads, with their numbers; what is code in them is blank."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from _python(source)
    elif path.suffix == ".js":
        yield from ((n, line) for n, line in enumerate(source.splitlines(), 1) if re.search(r"//|^\s*\*|/\*|[\"'`]", line))
    else:
        fenced = False
        for n, line in enumerate(source.splitlines(), 1):
            fenced ^= line.lstrip().startswith("```")
            if not fenced:
                yield n, re.sub(r"`[^`]*`", "``", line)


def docstrings(source: str) -> Iterator[tuple[int, str, str]]:
    """Docstrings of functions that do not say what the function does or returns, with what to write instead."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (text := ast.get_docstring(node)):
            line = node.body[0].lineno
            for pattern, advice in OF_FUNCTIONS.items():
                if match := re.match(pattern, text):
                    yield line, match[0], advice
            if isinstance(node.returns, ast.Constant) and node.returns.value is None and NOTHING_RETURNED.match(text):
                yield line, "Return", "the function returns nothing: say what it does"


def _python(source: str) -> Iterator[tuple[int, str]]:
    """Comments and texts of Python. A line of a text that begins with a docstring's quotes keeps them."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            for k, line in enumerate(token.string.splitlines()):
                yield token.start[0] + k, re.sub(r"`[^`]*`", "``", line)


def names(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the names that a file of the package gives, with their lines."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        for number, line in enumerate(source.splitlines(), 1):
            yield from ((number, match[1] or match[2]) for match in NAMED_IN_SCRIPT.finditer(line))
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id if isinstance(node, ast.Name) else node.attr


def found(path: Path) -> Iterator[tuple[int, str, str]]:
    """(line, what is written, what to write) for each word to avoid in a file."""
    name = path.relative_to(ROOT).as_posix()
    for number, line in texts(path):
        for pattern, advice in PATTERNS if any(pattern.search(line) for pattern in ANY) else ():
            for match in pattern.finditer(line):
                if f"{name}: {match[0]}" not in EXCEPTIONS:
                    yield number, match[0], advice
        if path.suffix == ".py" and line.startswith(('"""', 'r"""')) and (noun := DOCSTRING.match(line.lstrip('r"'))):
            if f"{name}: {noun[0]}" not in EXCEPTIONS:
                yield number, noun[0].strip(), 'begin with "Return", a verb, or the thing itself'
        if path.suffix == ".md" and path.name != "rulebook.md" and not line.startswith("#") and (noun := SENTENCE.search(line)):
            if f"{name}: {noun[1]}" not in EXCEPTIONS:
                yield number, noun[1], "begin the sentence with the thing itself"
        if path.name == "scenarios.toml" and (subject := SUBJECT.match(line)):
            yield number, subject[1], "a player who"
        if name.endswith("rulebook.md") or path.suffix == ".html":
            for match in PLAYERS.finditer(line):
                yield number, match[0], "a player"
    if path.suffix in (".py", ".js") and name.startswith("src/"):
        allowed = ROOM_NAMES | set(EXCEPTIONS)
        for number, given in names(path):
            for pattern, advice in NAMES.items():
                if re.fullmatch(pattern, given.strip("_"), re.IGNORECASE) and not {given, f"{name}: {given}"} & allowed:
                    yield number, given, advice
    if path.suffix == ".py" and "tests" not in path.relative_to(ROOT).parts:
        for number, written, advice in docstrings(path.read_text(encoding="utf-8")):
            if f"{name}: {written}" not in EXCEPTIONS:
                yield number, written, advice


def files(paths: list[str]) -> list[Path]:
    """The tracked files of these paths that hold texts."""
    listed = subprocess.run(["git", "ls-files", "-z", "--", *paths], cwd=ROOT, check=True, capture_output=True, text=True)
    names = [name for name in listed.stdout.split("\0") if Path(name).suffix in SUFFIXES]
    return [ROOT / name for name in names if name not in ABOUT_WORDS]


def main() -> int:
    parser = argparse.ArgumentParser(description="List words of an old dialect, with what to write instead.")
    parser.add_argument("paths", nargs="*", help="files or folders (all that are tracked)")
    parser.add_argument("--count", action="store_true", help="count them per folder")
    arguments = parser.parse_args()
    counts: Counter[str] = Counter()
    for path in files(arguments.paths):
        for number, written, advice in found(path):
            name = path.relative_to(ROOT).as_posix()
            counts["/".join(name.split("/")[:4][:-1])] += 1
            if not arguments.count:
                print(f"{name}:{number}: {written} -> {advice}")
    if arguments.count:
        for folder, count in sorted(counts.items()):
            print(f"{count:6} {folder}")
        print(f"{counts.total():6} in all")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
