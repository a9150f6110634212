"""What each term of a story about a wall is worth (natural logarithm of odds).

Fitted by `bench/wall_weights.py` on 1,559 simulated throws with all sensors well (`bench/walls.py --seed 7`), each of
them once more with a zone taken out; those of `--seed 11`, by which they are measured, were kept apart. A
track's terms are odds of a touch against nothing; a sound's say how well it fits. The numbers hold for rubber pyramids
and dice of 19 mm; what they rest on most is how much speed a die loses, how far out, and whether a zone that listens
heard it.
"""

WEIGHTS = {
    # the track: a die was near the wall
    "moment": -1.51,
    # how far out it was seen, against standing at the tips of the rubber: mm from
    "beyond -12": 3.17,
    "beyond -4": 2.94,
    "beyond -1": 3.24,
    "beyond 6": -0.85,
    # square root of the outward speed lost at once, m/s
    "lost": 5.68,
    # the same, low and without coming back: it fell on the felt
    "landed": -1.46,
    # it came back (-1 to 1)
    "back": -0.51,
    # it flew on outward
    "goes on": -4.60,
    # another die was in its way; and one silhouette with it
    "behind": -0.96,
    "blocked": -1.50,
    "blocked lost": -1.84,
    "merged behind": -1.04,
    # its speeds were not seen
    "vague": 3.46,
    # it may have met only the top
    "as high as the rim": -2.95,
    # it lies there; four mm nearer
    "lies": -1.19,
    "lies near": 2.39,
    # it met only the top of the wall; seen 20 mm nearer or 15 mm farther
    "rim": 0.65,
    "rim nearer": 4.06,
    "rim lost": 2.15,
    "rim farther": 2.77,
    # a sound that fits; each 10 ms off
    "heard": 1.57,
    "off": -1.54,
    # a sound that nobody made
    "nobody clear blow": -4.35,
    "nobody clear tick": -3.87,
    "nobody shaken blow": -1.14,
    "nobody shaken tick": -0.11,
    "nobody ringing tick": 1.13,
    # the same die heard again soon after
    "again blow": -1.74,
    "again tick": -1.00,
    # a touch that a listening zone did not hear; the same of a die that came to lie there
    "silence": -5.90,
    "silence lying": -2.85,
    "silence in chatter": -1.54,
    "silence in ringing": -0.98,
    # the dice changed over where they met; by how much their ways are bent then
    "other way": -0.57,
    "bent": -0.86,
}
