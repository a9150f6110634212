"""Casino craps: every bet of a layout, for any number of seats.

`table.CrapsTable` plays, `layout.layout_of(settings)` gives the boxes that bets stand in, `game.Casino` speaks the
referee protocol.
"""
