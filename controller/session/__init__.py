"""A table at work: throws and commands in, the journal, and a picture of the table out."""
