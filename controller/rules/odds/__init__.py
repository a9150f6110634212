"""Exact odds, worked out from the engines themselves: every state a bet can reach, every one of the 36 rolls.

`edges.edge_of(play)` evaluates one way of betting, `rows.all_rows()` lists every bet with its variants, `figures` holds
what the dice do without bets. All numbers are fractions.
"""
