"""What each term of a story about a wall is worth where each touch gives one clean pulse (see `weights`).

Fitted by `bench/wall_weights.py` on 7,995 simulated throws with all sensors well (`bench/walls.py --drawn --line held
--block 50`, seeds 51, 61, 71 and 91), each of them once more with a zone taken out.
"""

HELD_WEIGHTS = {
    # the track: a die was near the wall
    "moment": -3.36,
    # how far out it was seen, against standing at the tips of the rubber: mm from
    "beyond -12": 4.40,
    "beyond -4": 3.89,
    "beyond -1": 1.18,
    "beyond 6": -0.82,
    # square root of the outward speed lost at once, m/s
    "lost": 7.41,
    # the same, low and without coming back: it fell on the felt
    "landed": -1.75,
    # it came back (-1 to 1)
    "back": -0.29,
    # it flew on outward
    "goes on": -4.34,
    # another die was in its way; and one silhouette with it
    "behind": -0.60,
    "blocked": -0.39,
    "blocked lost": -2.74,
    "merged behind": 0.78,
    # its speeds were not seen
    "vague": 3.82,
    # it may have met only the top
    "as high as the rim": -4.79,
    # it lies there; how far out, against five mm beyond the tips: mm from
    "lies": 0.62,
    "lies -5": 1.44,
    "lies -2": 0.11,
    "lies 1": 1.37,
    # it met only the top of the wall; seen 20 mm nearer or 15 mm farther
    "rim": -1.75,
    "rim nearer": 5.23,
    "rim farther": 2.08,
    # a sound that fits; each 10 ms off
    "heard": 0.57,
    "off": -1.02,
    # a sound that nobody made
    "nobody clear blow": -4.22,
    "nobody clear tick": -3.52,
    "nobody shaken blow": -0.18,
    "nobody shaken tick": -0.01,
    "nobody ringing tick": -0.01,
    # the same die heard again soon after
    "again blow": -1.11,
    "again tick": -1.02,
    # a touch that a listening zone did not hear; if hardly any speed was lost; of a die that came to lie there
    "silence": -5.75,
    "silence soft": 1.29,
    "silence lying": -4.05,
    "silence in chatter": -1.50,
    "after rim": -1.89,
    "silence in ringing": -0.35,
    # the dice changed over where they met; by how much their ways are bent then
    "other way": 0.15,
    "bent": -1.10,
}
