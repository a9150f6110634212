"""What each term of a story about a wall is worth where each touch gives one clean pulse (see `weights`).

Fitted by `bench/wall_weights.py` on 6,715 simulated throws with all sensors well, 1,596 of them painted
(`bench/walls.py --seed 2`) and the others drawn (`--drawn --seed 301`), most of them once more with a zone taken out.
"""

HELD_WEIGHTS = {
    # the track: a die was near the wall
    "moment": -2.36,
    # how far out it was seen, against standing at the tips of the rubber: mm from
    "beyond -12": 3.69,
    "beyond -4": 3.04,
    "beyond -1": 2.35,
    "beyond 6": -1.29,
    # square root of the outward speed lost at once, m/s
    "lost": 7.26,
    # the same, low and without coming back: it fell on the felt
    "landed": -3.26,
    # it came back (-1 to 1)
    "back": -0.96,
    # it flew on outward
    "goes on": -4.95,
    # another die was in its way; and one silhouette with it
    "behind": -0.78,
    "blocked": -0.87,
    "blocked lost": -2.56,
    "merged behind": 1.47,
    # its speeds were not seen
    "vague": 3.59,
    # it may have met only the top
    "as high as the rim": -4.38,
    # it lies there; how far out, against five mm beyond the tips: mm from
    "lies": 0.04,
    "lies -5": 1.71,
    "lies -2": -0.50,
    "lies 1": 1.74,
    # it met only the top of the wall; seen 20 mm nearer or 15 mm farther
    "rim": -2.18,
    "rim nearer": 4.91,
    "rim farther": 2.17,
    # a sound that fits; each 10 ms off
    "heard": 1.47,
    "off": -1.11,
    # the same where it came much too early or late
    "off early": -0.75,
    "off late": -0.09,
    # a sound that nobody made
    "nobody clear blow": -4.71,
    "nobody clear tick": -3.52,
    "nobody shaken blow": -0.02,
    "nobody shaken tick": 0.04,
    "nobody ringing tick": 0.00,
    # the same die heard again soon after
    "again blow": -1.60,
    "again tick": -1.16,
    # a touch that a listening zone did not hear; if hardly any speed was lost; of a die that came to lie there
    "silence": -5.91,
    "silence soft": 1.00,
    "silence lying": -4.08,
    "silence in chatter": -1.50,
    "after rim": -1.68,
    "silence in ringing": 0.02,
    # the dice changed over where they met; by how much their ways are bent then
    "other way": 0.91,
    "bent": -1.44,
}
