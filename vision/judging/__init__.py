"""All that lies on a table judged: every body, every size of dice, each die once."""
