"""What each term of a story about a wall is worth where each touch gives one clean pulse (see `weights`).

Fitted by `bench/wall_weights.py` on 1,919 simulated throws (`bench/walls.py --drawn --held --seed 21 --throws 2400`),
each of them once more with a zone taken out.
"""

HELD_WEIGHTS = {
    # the track: a die was near the wall
    "moment": -2.08,
    # how far out it was seen, against standing at the tips of the rubber: mm from
    "beyond -12": 3.05,
    "beyond -4": 2.66,
    "beyond -1": 2.72,
    "beyond 6": -0.63,
    # square root of the outward speed lost at once, m/s
    "lost": 6.22,
    # the same, low and without coming back: it fell on the felt
    "landed": -0.74,
    # it came back (-1 to 1)
    "back": -0.68,
    # it flew on outward
    "goes on": -4.97,
    # another die was in its way; and one silhouette with it
    "behind": -0.84,
    "blocked": -0.67,
    "blocked lost": -1.22,
    "merged behind": -0.54,
    # its speeds were not seen
    "vague": 3.39,
    # it may have met only the top
    "as high as the rim": -4.28,
    # it lies there; how far out, against five mm beyond the tips: mm from
    "lies": 0.32,
    "lies -5": 1.49,
    "lies -2": 0.10,
    "lies 1": 1.75,
    # it met only the top of the wall; seen 20 mm nearer or 15 mm farther
    "rim": -1.52,
    "rim nearer": 4.16,
    "rim farther": 3.22,
    # a sound that fits; each 10 ms off
    "heard": 1.47,
    "off": -1.05,
    # a sound that nobody made
    "nobody clear blow": -4.27,
    "nobody clear tick": -3.53,
    "nobody shaken blow": -0.96,
    "nobody shaken tick": -0.00,
    "nobody ringing tick": -0.01,
    # the same die heard again soon after
    "again blow": -1.16,
    "again tick": -1.04,
    # a touch that a listening zone did not hear; if hardly any speed was lost; of a die that came to lie there
    "silence": -5.43,
    "silence soft": 1.77,
    "silence lying": -3.36,
    "silence in chatter": -1.50,
    "after rim": -1.43,
    "silence in ringing": -0.64,
    # the dice changed over where they met; by how much their ways are bent then
    "other way": 0.38,
    "bent": -1.21,
}
