"""What each term of a story about a wall is worth (natural logarithm of odds).

Fitted by `bench/wall_weights.py` on 1,559 simulated throws with all sensors well (`bench/walls.py --seed 7`), each of
them once more with a zone taken out; those of `--seed 11`, by which they are measured, were kept apart. A
track's terms are odds of a touch against nothing; a sound's say how well it fits. The numbers hold for rubber pyramids
and dice of 19 mm; what they rest on most is how much speed a die loses, how far out, and whether a zone that listens
heard it.
"""

WEIGHTS = {
    # the track: a die was near the wall
    "moment": -2.30,
    # how far out it was seen, against standing at the tips of the rubber: mm from
    "beyond -12": 3.12,
    "beyond -4": 2.72,
    "beyond -1": 2.89,
    "beyond 6": -0.44,
    # square root of the outward speed lost at once, m/s
    "lost": 6.03,
    # the same, low and without coming back: it fell on the felt
    "landed": -0.94,
    # it came back (-1 to 1)
    "back": -0.39,
    # it flew on outward
    "goes on": -4.94,
    # another die was in its way; and one silhouette with it
    "behind": -0.77,
    "blocked": -1.32,
    "blocked lost": -1.63,
    "merged behind": -0.17,
    # its speeds were not seen
    "vague": 3.69,
    # it may have met only the top
    "as high as the rim": -3.52,
    # it lies there; how far out, against 1, 4 and 5 mm farther than the tips: mm from
    "lies": -0.55,
    "lies -5": 1.99,
    "lies -2": 0.87,
    "lies 1": 2.56,
    # it met only the top of the wall; seen 20 mm nearer or 15 mm farther
    "rim": -1.35,
    "rim nearer": 4.15,
    "rim farther": 3.41,
    # a sound that fits; each 10 ms off
    "heard": 1.97,
    "off": -1.46,
    # a sound that nobody made
    "nobody clear blow": -4.54,
    "nobody clear tick": -4.02,
    "nobody shaken blow": -1.10,
    "nobody shaken tick": -0.13,
    "nobody ringing tick": 1.05,
    # the same die heard again soon after
    "again blow": -1.72,
    "again tick": -1.01,
    # a touch that a listening zone did not hear; the same of a die that came to lie there
    "silence": -6.29,
    "silence soft": 1.83,
    "silence lying": -3.10,
    "silence in chatter": -1.50,
    "silence in ringing": -0.79,
    # the dice changed over where they met; by how much their ways are bent then
    "other way": -0.58,
    "bent": -0.99,
}
