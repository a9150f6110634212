"""What each term of a story about a wall is worth where each touch gives one clean pulse (see `weights`).

Fitted by `bench/wall_weights.py` on 6,715 simulated throws with all sensors well, 1,596 of them painted
(`bench/walls.py --seed 2`) and the others drawn (`--drawn --seed 301`), most of them once more with a zone taken out.
"""

HELD_WEIGHTS = {
    # the track: a die was near the wall
    "moment": -1.97,
    # how far out it was seen, against standing at the tips of the rubber: mm from
    "beyond -12": 3.43,
    "beyond -4": 2.94,
    "beyond -1": 2.67,
    "beyond 6": -0.96,
    # square root of the outward speed lost at once, m/s
    "lost": 7.05,
    # the same, low and without coming back: it fell on the felt
    "landed": -2.68,
    # it came back (-1 to 1)
    "back": -1.03,
    # it flew on outward
    "goes on": -4.98,
    # another die was in its way; and one silhouette with it
    "behind": -1.06,
    "blocked": -0.88,
    "blocked lost": -2.18,
    "merged behind": 1.85,
    # its speeds were not seen
    "vague": 3.35,
    # it may have met only the top
    "as high as the rim": -4.34,
    # it lies there; how far out, against five mm beyond the tips: mm from
    "lies": 0.02,
    "lies -5": 1.60,
    "lies -2": -0.46,
    "lies 1": 1.78,
    # it met only the top of the wall; seen 20 mm nearer or 15 mm farther
    "rim": -2.26,
    "rim nearer": 4.88,
    "rim farther": 2.15,
    # a sound that fits; each 10 ms off
    "heard": 1.64,
    "off": -1.18,
    # the same where it came much too early or late
    "off early": -0.08,
    "off late": -0.20,
    # a sound that nobody made
    "nobody clear blow": -5.11,
    "nobody clear tick": -3.52,
    "nobody shaken blow": 0.27,
    "nobody shaken tick": 0.01,
    "nobody ringing tick": 0.00,
    # the same die heard again soon after
    "again blow": -1.66,
    "again tick": -1.13,
    # a touch that a listening zone did not hear; if hardly any speed was lost; of a die that came to lie there
    "silence": -6.04,
    "silence soft": 1.03,
    "silence lying": -4.05,
    "silence in chatter": -1.50,
    "after rim": -1.38,
    "silence in ringing": 0.17,
    # the dice changed over where they met; by how much their ways are bent then
    "other way": 0.94,
    "bent": -1.39,
}
