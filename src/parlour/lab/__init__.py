"""Studies of a game: what is asked, the work that answers it, and where results are kept (`parlour study`).

question   what is studied: a game under house rules, who plays, which options are varied
tasks      a question cut into chunks of work, each known by a key
collect    compiled: matches played at random or by the learned policy, and what is noted of each
players    who may play: bots without a clock
seated     what bots play: deals in every seating, decisions looked at
play       does a task of any kind
store      a folder of results that a study may be stopped over and goes on from
workers    who does the tasks: threads, processes, or a cluster
progress   how far it has come, and what is left
totals     sums over what is there
statistics figures with intervals, comparisons, ratings, shares of a spread
measures   what can be known of a game, each with its meaning and its source
experiments, rounds, screen   what is played, how often, and under which house rules
wishes, settings, wish_report   what a designer wishes for, and the settings of options that meet it
depth      how many doublings of the search budget still win
sentences, plots, report, summary, studies   what was found: to be quoted, seen and read, game by game and for all games

Results are Arrow tables in Parquet files, so `pyarrow` (the extra `lab`) is imported where they are made.
"""
