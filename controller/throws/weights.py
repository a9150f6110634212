"""What each term of a story about a wall is worth (natural logarithm of odds).

Fitted by `bench/wall_weights.py` on 1,600 simulated throws with all sensors well, half of them once more with a zone
taken out: `bench/walls.py --seed 1 --throws 960`, and the even blocks of `--seed 7`; the odd ones were kept apart. A
track's terms are odds of a touch against nothing; a sound's say how well it fits. The numbers hold for rubber pyramids
and dice of 19 mm; what they rest on most is how much speed a die loses, how far out, and whether a zone that listens
heard it.
"""

WEIGHTS = {
    # the track: a die was near the wall
    "moment": -1.30,
    # how far out it was seen, against standing at the tips of the rubber: mm from
    "beyond -12": 3.03,
    "beyond -4": 2.56,
    "beyond -1": 2.77,
    "beyond 6": -1.53,
    # square root of the outward speed lost at once, m/s
    "lost": 5.21,
    # the same, low and without coming back: it fell on the felt
    "landed": -1.87,
    # it came back (-1 to 1)
    "back": -1.09,
    # it flew on outward
    "goes on": -4.68,
    # another die was in its way; and one silhouette with it
    "behind": -0.97,
    "merged behind": -2.13,
    # its speeds were not seen
    "vague": 5.15,
    # it may have met only the top
    "as high as the rim": -4.44,
    # it lies there; four mm nearer
    "lies": -1.30,
    "lies near": 1.14,
    # it met only the top of the wall; seen 20 mm nearer or 15 mm farther
    "rim": 3.10,
    "rim nearer": 4.12,
    "rim farther": 3.55,
    # a sound that fits; each 10 ms off
    "heard": 1.23,
    "off": -1.28,
    # a sound that nobody made
    "nobody clear blow": -4.20,
    "nobody clear tick": -3.61,
    "nobody shaken blow": -0.90,
    "nobody shaken tick": -0.25,
    "nobody ringing tick": 0.72,
    # the same die heard again soon after
    "again blow": -1.49,
    "again tick": -1.00,
    # a touch that a listening zone did not hear; the same of a die that came to lie there
    "silence": -5.26,
    "silence lying": -3.52,
    "silence in chatter": -1.44,
    "silence in ringing": -1.49,
    # the dice changed over where they met; by how much their ways are bent then
    "other way": -1.46,
    "bent": -1.39,
}
