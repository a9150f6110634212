"""What each term of a story about a wall is worth (natural logarithm of odds).

Fitted by `bench/wall_weights.py` on 1,559 simulated throws with all sensors well (`bench/walls.py --seed 7`), each of
them once more with a zone taken out; those of `--seed 11`, by which they are measured, were kept apart. A
track's terms are odds of a touch against nothing; a sound's say how well it fits. The numbers hold for rubber pyramids
and dice of 19 mm; what they rest on most is how much speed a die loses, how far out, and whether a zone that listens
heard it.
"""

WEIGHTS = {
    # the track: a die was near the wall
    "moment": -2.08,
    # how far out it was seen, against standing at the tips of the rubber: mm from
    "beyond -12": 3.21,
    "beyond -4": 2.99,
    "beyond -1": 3.29,
    "beyond 6": -0.97,
    # square root of the outward speed lost at once, m/s
    "lost": 6.04,
    # the same, low and without coming back: it fell on the felt
    "landed": -1.34,
    # it came back (-1 to 1)
    "back": -0.21,
    # it flew on outward
    "goes on": -4.85,
    # another die was in its way; and one silhouette with it
    "behind": -1.07,
    "blocked": -1.51,
    "blocked lost": -1.96,
    "merged behind": -1.03,
    # its speeds were not seen
    "vague": 3.61,
    # it may have met only the top
    "as high as the rim": -2.83,
    # it lies there; four mm nearer
    "lies": -1.15,
    "lies near": 2.42,
    # it met only the top of the wall; seen 20 mm nearer or 15 mm farther
    "rim": -2.17,
    "rim nearer": 4.06,
    "rim farther": 2.70,
    # a sound that fits; each 10 ms off
    "heard": 1.64,
    "off": -1.55,
    # a sound that nobody made
    "nobody clear blow": -4.39,
    "nobody clear tick": -3.88,
    "nobody shaken blow": -1.12,
    "nobody shaken tick": -0.14,
    "nobody ringing tick": 1.11,
    # the same die heard again soon after
    "again blow": -1.72,
    "again tick": -1.00,
    # a touch that a listening zone did not hear; the same of a die that came to lie there
    "silence": -5.95,
    "silence lying": -2.85,
    "silence in chatter": -1.45,
    "silence in ringing": -0.97,
    # the dice changed over where they met; by how much their ways are bent then
    "other way": -0.57,
    "bent": -0.85,
}
