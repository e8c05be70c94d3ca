"""Examples for docs/api.md, by the name that they stand under. The page is run as a test, one example after the other.

Those of OpenSpiel and PettingZoo are skipped there, because they need extras;
tests/test_api_page.py runs them if these are installed.
"""

from __future__ import annotations

EXAMPLES: dict[str, str] = {
    "game": """
>>> import parlour
>>> parlour.game("schnapsen", target_vp=9)
parlour.game('schnapsen', target_vp=9)
>>> parlour.game("oh_hell", seats=9)
Traceback (most recent call last):
    ...
parlour.engine.errors.BadInput: Oh Hell! is for 3 to 7 players, not 9
""",
    "from_position": """
>>> text = parlour.game("cucumber").start(seed=7).position()
>>> parlour.from_position(text).turn
2
""",
    "replay": """
>>> short = parlour.game("cucumber").start(seed=7)
>>> short.play(short.codes()[0])
>>> parlour.replay(short.record()).turn == short.turn
True
""",
    "game_names": """
>>> len(parlour.game_names()), parlour.game_names()[:3]
(32, ['aggravation', 'backhand', 'baduci'])
""",
    "Game": """
>>> game = parlour.game("schnapsen")
>>> game.seats, game.room.title, game.house
(2, 'Schnapsen', {})
""",
    "Game.blank": """
>>> game.blank(3).shape
(3,)
""",
    "Game.start": """
>>> match = game.start(seed=7)
>>> match.turn, match.choices()[:3]
(1, ['K♣', 'A♣', 'A♦'])
>>> match
parlour.game('schnapsen').start(seed=7)
""",
    "Game.fresh": """
>>> watched = game.fresh(seed=7)
>>> watched.log
[]
>>> watched.begin()
>>> len(watched.log)
2
""",
    "Game.opening": """
>>> lots, dealt = game.opening(seed=7, number=0, deal={})
>>> lots.fields
{'dealer': 0}
""",
    "Game.new_state": """
>>> state = game.new_state(seed=7)
>>> state.player, state.legal()
(1, [11, 12, 25, 38, 49])
""",
    "Game.position": """
>>> game.position(match.position()).choices() == match.choices()
True
""",
    "Game.write_position": """
>>> game.write_position(match.tables).splitlines()[0]
'game = "schnapsen"'
""",
    "Game.head_lines": """
>>> game.head_lines()
['game = "schnapsen"', 'rules = 1', 'seats = 2']
""",
    "Game.code": """
>>> game.code("K♣"), game.code("close")
(11, 65)
>>> game.code("bid 7")
Traceback (most recent call last):
    ...
parlour.engine.errors.BadInput: 'bid 7' is neither a card nor a call of schnapsen
""",
    "Game.menu": """
>>> game.menu(match.table_for())
[11, 12, 25, 38, 49]
""",
    "Game.entries": """
>>> game.entries(match.table_for())[:2]
[range(11, 12), range(12, 13)]
""",
    "Game.rulebook": """
>>> game.rulebook().splitlines()[0]
'# Schnapsen'
""",
    "Game.playouts": """
>>> totals = game.playouts(1000, seed=1)
>>> totals.matches, totals.hands, totals.decisions
(1000, 4182, 26133)
""",
    "Game.perft": """
>>> game.perft(seed=1, depth=2)
25
""",
    "Game.tables": """
>>> many = game.tables(4, seed=1)
>>> len(many), many.array.shape
(4, (4,))
""",
    "Totals": """
>>> totals.payoff
(42.0, -42.0)
""",
    "TableVector": """
>>> many.seed, many.room.name
(1, 'schnapsen')
""",
    "TableVector.menus": """
>>> menus, sizes = many.menus()
>>> menus.shape == (4, game.room.menu_size), sizes
(True, array([5, 5, 5, 5]))
""",
    "TableVector.play": """
>>> many.play(menus[:, 0] & 0xFFFFFFFF)
""",
    "TableVector.over": """
>>> many.over
array([False, False, False, False])
""",
    "TableVector.payoff": """
>>> many.payoff.shape
(4, 2)
""",
    "Match": """
>>> match = game.start(seed=7)
>>> match.seats, match.phase, match.turn
(2, 'lead', 1)
""",
    "Match.log": """
>>> [type(entry).__name__ for entry in match.log]
['Chance', 'Chance']
""",
    "Match.commitments": """
>>> match.commitments
[]
""",
    "Match.at_once": """
>>> match.at_once
False
""",
    "Match.watchers": """
>>> match.watchers
[]
""",
    "Match.row": """
>>> int(match.row.turn)
1
""",
    "Match.turn": """
>>> match.turn
1
""",
    "Match.asked": """
>>> match.asked
[1]
""",
    "Match.window": """
>>> match.window
[]
""",
    "Match.answers": """
>>> dict(match.answers)
{}
""",
    "Match.over": """
>>> match.over
False
""",
    "Match.phase": """
>>> match.phase
'lead'
""",
    "Match.seats": """
>>> match.seats
2
""",
    "Match.score": """
>>> match.score
[0, 0]
""",
    "Match.payoff": """
>>> match.payoff
[0.0, 0.0]
""",
    "Match.winners": """
>>> match.winners
[]
""",
    "Match.view": """
>>> match.view(0).choices(), match.view(1).choices()[:2]
([], ['K♣', 'A♣'])
""",
    "Match.codes": """
>>> match.codes()
[11, 12, 25, 38, 49]
""",
    "Match.choices": """
>>> match.choices()
['K♣', 'A♣', 'A♦', 'A♥', 'Q♠']
""",
    "Match.picks": """
>>> match.picks(1)
[]
""",
    "Match.unfinished": """
>>> match.unfinished
False
""",
    "Match.why_not": """
>>> match.why_not("close").label, match.why_not("K♣")
('R2', None)
""",
    "Match.table_for": """
>>> int(match.table_for()[0].turn)
1
""",
    "Match.position": """
>>> match.position().splitlines()[0]
'game = "schnapsen"'
""",
    "Match.record": """
>>> match.record().splitlines()[:4]
['game = "schnapsen"', 'rules = 1', 'seats = 2', 'log = [']
""",
    "Match.play": """
>>> match.play("K♣")
>>> match.turn
0
>>> match.play("K♣")
Traceback (most recent call last):
    ...
parlour.engine.errors.IllegalChoice: K♣: you do not hold that card
""",
    "Match.check": """
>>> match.check(match.turn, [match.codes()[0]])
Chosen(seat=0, codes=(8,), elapsed=0)
""",
    "Match.accept": """
>>> match.accept(match.check(match.turn, [match.codes()[0]]))
>>> len([entry for entry in match.log if isinstance(entry, parlour.engine.match.Chosen)])
2
""",
    "Match.close": """
>>> match.close()
Traceback (most recent call last):
    ...
parlour.engine.errors.BadInput: nothing waits for the time
""",
    "Match.take_back": """
>>> match.take_back()
>>> match.unfinished
False
""",
    "Match.undo": """
>>> match.undo(), match.undo(), match.undo()
(True, True, False)
""",
    "Match.redo": """
>>> match.redo(), match.redo(), match.redo()
(True, True, False)
""",
    "Match.before_choice_of": """
>>> match.before_choice_of(0) is None
True
""",
    "Match.since": """
>>> played = game.start(seed=7)
>>> played.play("K♣")
>>> len(played.since(played.before_choice_of(1)))
1
""",
    "Match.retract": """
>>> match.retract(0)
False
""",
    "Match.go_to": """
>>> way = list(match.log)
>>> match.undo()
True
>>> match.go_to(way)
>>> match.log == way
True
""",
    "Match.begin": """
>>> later = game.fresh(seed=7)
>>> later.begin()
>>> later.turn
1
""",
    "Match.settle": """
>>> match.settle()
>>> match.turn
0
""",
    "Match.check_commitments": """
>>> match.check_commitments()
""",
    "Objection.label": """
>>> game.start(seed=7).why_not("close").label
'R2'
""",
    "Chosen": """
>>> match.log[-1]
Chosen(seat=0, codes=(8,), elapsed=0)
""",
    "Chance": """
>>> sorted(match.log[0].fields)
['dealer']
""",
    "State": """
>>> state = game.new_state(seed=7)
>>> state.over, state.player
(False, 1)
""",
    "State.legal": """
>>> state.legal()
[11, 12, 25, 38, 49]
""",
    "State.allows": """
>>> state.allows(state.legal()[0]), state.allows(65)
(True, False)
""",
    "State.apply": """
>>> state.apply(state.legal()[0])
>>> state.player
0
>>> state.apply(65)
Traceback (most recent call last):
    ...
parlour.engine.errors.IllegalChoice: close is not allowed now
""",
    "State.go": """
>>> ahead = state.clone()
>>> ahead.go(ahead.legal()[0])
>>> ahead.player
0
""",
    "State.elsewhere": """
>>> state.elsewhere
False
""",
    "State.clone": """
>>> twin = state.clone()
>>> twin.apply(twin.legal()[0])
>>> twin.player, state.player
(0, 0)
""",
    "State.payoffs": """
>>> state.payoffs
[0.0, 0.0]
""",
    "State.winners": """
>>> state.winners
0
""",
    "State.tables": """
>>> state.tables().shape
(1,)
""",
    "State.view": """
>>> state.view(0).seat
0
""",
    "View": """
>>> view = match.view(match.turn, memory=True)
>>> view.seat == match.turn, view.tables.shape
(True, (1,))
""",
    "View.history": """
>>> len(view.history)
2
""",
    "View.position": """
>>> "?" in view.position()
True
""",
    "View.codes": """
>>> view.codes() == match.codes()
True
""",
    "View.choices": """
>>> view.choices() == match.choices(), match.view(1 - view.seat).choices()
(True, [])
""",
    "bots.make": """
>>> from parlour import bots
>>> bot = bots.make("greedy:deals=4", seed=1)
>>> str(bot)
'greedy:seed=1,deals=4'
>>> bots.make("genius")
Traceback (most recent call last):
    ...
parlour.engine.errors.BadInput: there is no bot 'genius'; the bots are chance, easy, ...
""",
    "bots.names": """
>>> bots.names(game.room)
['chance', 'easy', 'fair', 'greedy', 'search', 'strong']
""",
    "bots.split": """
>>> bots.split("strong:iterations=50,seed=1,mine.py:MyBot,chance")
['strong:iterations=50,seed=1', 'mine.py:MyBot', 'chance']
""",
    "Bot": """
>>> bot.seed, bot.name
(1, 'greedy')
""",
    "Bot.plays": """
>>> bot.plays(game.room)
True
""",
    "Bot.choose": """
>>> codes = bot.choose(view)
>>> match.why_not(codes[0]) is None
True
""",
    "Bot.consider": """
>>> codes, options = bot.consider(view)
>>> len(options) >= 1
True
""",
    "Bot.prepare": """
>>> bot.prepare(game)
""",
    "Bot.hurried": """
>>> str(bot.hurried())
'greedy:seed=1,deals=1'
""",
    "bots.arena.compare": """
>>> from parlour.bots import arena
>>> found = arena.compare("schnapsen", ["chance:seed=1", "chance:seed=2"], deals=2, hands=True)
>>> [player.bot for player in found.players]
['chance:seed=1', 'chance:seed=2']
""",
    "Comparison": """
>>> found.unit, found.measure, found.deals, found.seatings
('hand', 'score', 2, [['chance:seed=1', 'chance:seed=2'], ['chance:seed=2', 'chance:seed=1']])
""",
    "Comparison.as_dict": """
>>> found.as_dict()["players"][0]["bot"]
'chance:seed=1'
""",
    "Player": """
>>> found.players[0].moves > 0
True
""",
    "Tensors": """
>>> from parlour import envs
>>> tensors = envs.Tensors(game)
>>> tensors.width, len(tensors.parts)
(307, 34)
""",
    "Tensors.labels": """
>>> len(tensors.labels()) == tensors.width, tensors.labels()[:2]
(True, ['score own', 'score +1'])
""",
    "Tensors.of": """
>>> tensors.of(view).shape == (tensors.width,), tensors.of(view).dtype
(True, dtype('float32'))
""",
    "Tensors.write": """
>>> import numpy as np
>>> rows = np.zeros((2, tensors.width), np.float32)
>>> tensors.write(view.tables, 0, view.seat, rows, 1)
>>> bool((rows[1] == tensors.of(view)).all())
True
""",
    "Packed": """
>>> packed = envs.Packed(tensors)
>>> packed.width, packed.size
(307, 144)
""",
    "Packed.pack": """
>>> rows = packed.pack(tensors.of(view)[None])
>>> rows.shape, rows.dtype
((1, 144), dtype('uint8'))
""",
    "Packed.unpack": """
>>> bool((packed.unpack(packed.pack(tensors.of(view)[None]))[0] == tensors.of(view)).all())
True
""",
    "Part": """
>>> part = tensors.parts[0]
>>> part.name, part.start, part.shape
('score', 0, (2,))
""",
    "Part.size": """
>>> part.size
2
""",
    "Part.labels": """
>>> list(part.labels())[:2]
['score own', 'score +1']
""",
    "Actions": """
>>> actions = envs.Actions(game)
>>> actions.n, actions.exact, actions.names[:2]
(28, True, ['10♣', 'J♣'])
""",
    "Actions.mask": """
>>> int(actions.mask(view).sum()) == len(view.codes())
True
""",
    "Actions.mask_of": """
>>> actions.mask_of(view.codes()).shape
(28,)
""",
    "Actions.code": """
>>> action = int(actions.mask(view).argmax())
>>> actions.code(action, view) in view.codes()
True
""",
    "Actions.code_among": """
>>> actions.code_among(action, view.codes()) == actions.code(action, view)
True
""",
    "Actions.index": """
>>> actions.index(actions.code(action, view), view) == action
True
""",
    "envs.vector": """
>>> from parlour import envs
>>> env = envs.vector("schnapsen", 8, opponents="chance")
>>> seen, info = env.reset(seed=1)
>>> seen.shape[0], info["action_mask"].shape
(8, (8, 28))
>>> actions = info["action_mask"].argmax(axis=1)
>>> seen, reward, terminated, truncated, info = env.step(actions)
>>> reward.shape
(8,)
""",
    "envs.single": """
>>> one = envs.single("schnapsen", opponents="chance", seat=0)
>>> seen, info = one.reset(seed=1)
>>> int(info["seat"]), info["action_mask"].shape
(0, (28,))
""",
    "envs.spec": """
>>> envs.spec("schnapsen").id
'parlour/schnapsen-v0'
""",
    "envs.openspiel.load": """
>>> from parlour.envs import openspiel  # doctest: +SKIP
>>> spiel = openspiel.load("schnapsen")  # doctest: +SKIP
>>> spiel.num_players(), spiel.num_distinct_actions()  # doctest: +SKIP
(2, 28)
""",
    "envs.pettingzoo.env": """
>>> from parlour.envs import pettingzoo  # doctest: +SKIP
>>> zoo = pettingzoo.env("schnapsen")  # doctest: +SKIP
>>> zoo.reset(seed=1)  # doctest: +SKIP
>>> zoo.agent_selection, zoo.observe(zoo.agent_selection)["action_mask"].shape  # doctest: +SKIP
('player_1', (28,))
""",
    "solve.solve": """
>>> from parlour.solve import Settler, check, solve
>>> verdict = solve(parlour.game("klondike", draw=3).start(seed=3))
>>> verdict.winnable, verdict.line[:2]
(True, ('c3>f', 'draw'))
""",
    "solve.check": """
>>> check(parlour.game("klondike"))
>>> check(game)
Traceback (most recent call last):
    ...
parlour.engine.errors.BadInput: there is no solver for schnapsen; there is one for klondike and spider
""",
    "Settler": """
>>> settler = Settler(parlour.game("klondike", draw=3), seconds=5)
""",
    "Settler.settle": """
>>> str(settler.settle(parlour.game("klondike", draw=3).start(seed=4).tables))
'winnable'
""",
    "Settler.warm_up": """
>>> settler.warm_up()
""",
    "Settler.stop": """
>>> settler.stop()
""",
    "Settler.stopped": """
>>> settler.stopped
True
""",
    "Verdict": """
>>> str(verdict), len(verdict.line)
('winnable', 198)
""",
    "BadInput": """
>>> issubclass(parlour.BadInput, ValueError)
True
""",
    "Game.options": """
>>> game.options["target_vp"], game.options["show_points"]
(7, False)
""",
    "State.score": """
>>> state.score
[0, 0]
""",
    "Match.tables": """
>>> match.tables.shape, match.tables.dtype == game.blank().dtype
((1,), True)
""",
    "Match.memory": """
>>> match.memory.of(1).moves
()
""",
    "Match.origin": """
>>> match.origin.shape, match.origin is match.tables
((1,), False)
""",
    "Match.is_ahead": """
>>> match.is_ahead
False
""",
    "Match.stand_as": """
>>> other = game.start(seed=8)
>>> other.stand_as(match)
>>> other.position() == match.position()
True
""",
    "Match.following": """
>>> twin = game.fresh(seed=1)
>>> twin.begin([entry for entry in match.log if isinstance(entry, parlour.engine.match.Chance)])
>>> with twin.following([]):
...     twin.play(twin.choices()[0])
>>> twin.log[0] == match.log[0]
True
""",
    "Match.retrace": """
>>> steps = []
>>> match.retrace(steps.append)
>>> steps[0].seat, steps[0].choice
(-1, -1)
""",
    "Game.view": """
>>> fields = fields_of(game.room, match.view(1).tables[0])
>>> game.view(1, fields).choices() == match.choices()
True
""",
    "Game.read_fields": """
>>> game.read_fields(fields).shape
(1,)
>>> game.read_fields({"phase": "siesta"})
Traceback (most recent call last):
    ...
parlour.engine.errors.BadInput: phase: 'siesta' is not one of the phases deal, lead, ...
""",
    "Game.match_from": """
>>> from parlour.engine.positions import fields_of
>>> game.match_from(fields_of(game.room, match.row)).choices() == match.choices()
True
""",
    "Objection": """
>>> game.start(seed=7).why_not("close").text[:45]
'Rule 2: Before you lead you may do any of the'
""",
    "Bot.compare": """
>>> [option.code for option in bot.compare(view, codes[0])][0] == codes[0]
True
""",
    "Bot.advise": """
>>> codes, why = bot.advise(view)
>>> why.endswith(".")
True
""",
    "IllegalChoice": """
>>> try:
...     game.start(seed=7).play("close")
... except parlour.IllegalChoice as refused:
...     print(refused.paragraph)
2
""",
    "solve.endings.ending": """
>>> from parlour.solve.endings import ending
>>> late = game.start(seed=1)
>>> while late.row.stock[0] or len(late.choices()) > 3:
...     late.play("continue" if "continue" in late.choices() else late.choices()[0])
>>> best = ending(late)
>>> best.seat, best.points, best.line
(0, -2.0, ('0:J♣', '0:declare'))
""",
    "Ending": """
>>> str(best), best.result
('for seat 0 -2 points (46 nodes)', None)
""",
    "Game.packed_menu": """
>>> game.packed_menu(match.table_for()) == game.menu(match.table_for())
True
""",
    "Match.menu": """
>>> match.menu() == game.packed_menu(match.table_for())
True
""",
    "Match.happen": """
>>> begun = game.start(seed=7)
>>> twin = game.fresh()
>>> twin.happen(begun.log[1].fields)
>>> twin.choices() == begun.choices()
True
""",
    "State.menu": """
>>> state.menu == state.legal()
True
""",
    "Bot.looks": """
>>> bot.looks
True
""",
    "Bot.pick": """
>>> bots.make("chance:seed=1").pick(match.menu()) in match.codes()
True
""",
    "Actions.mask_of_menu": """
>>> bool((actions.mask_of_menu(match.menu()) == actions.mask(view)).all())
True
""",
    "Actions.code_in_menu": """
>>> actions.code_in_menu(action, match.menu()) == actions.code(action, view)
True
""",
}
