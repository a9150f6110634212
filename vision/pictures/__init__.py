"""The picture as the plane of top faces, beside the empty board: planes of colour, masks, windows."""
