"""The panel: finds boards on USB, talks with them, and shows what it is told on all of them."""
