"""The colours of dice, and what a lamp's light adds to them."""
