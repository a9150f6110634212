"""How far readings are right: labelled pictures, compared die by die and summed."""
