"""One table: its sizes of dice, its light, and what differs from it."""
