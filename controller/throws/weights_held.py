"""What each term of a story about a wall is worth where each touch gives one clean pulse (see `weights`).

Fitted by `bench/wall_weights.py` on 6,715 simulated throws with all sensors well, 1,596 of them painted
(`bench/walls.py --seed 2`) and the others drawn (`--drawn --seed 301`), most of them once more with a zone taken out.
What a sensor at the wall's top tells was fitted, with all else as it was, on 7,240 drawn ones (seeds 401, 201 and 701).
"""

HELD_WEIGHTS = {
    # the track: a die was near the wall
    "moment": -1.42,
    # how far out it was seen, against standing at the tips of the rubber: mm from
    "beyond -12": 3.39,
    "beyond -4": 2.90,
    "beyond -1": 2.72,
    "beyond 6": -0.63,
    # square root of the outward speed lost at once, m/s
    "lost": 6.54,
    # the same, low and without coming back: it fell on the felt
    "landed": -2.41,
    # it came back (-1 to 1)
    "back": -0.42,
    # it flew on outward
    "goes on": -4.66,
    # it was on its way back before
    "leaving": -2.54,
    # another die was in its way; and one silhouette with it
    "behind": -1.14,
    "blocked": -0.78,
    "blocked lost": -2.32,
    "merged behind": 1.74,
    # its speeds were not seen
    "vague": 2.98,
    # it may have met only the top
    "as high as the rim": -4.40,
    # it lies there; how far out, against five mm beyond the tips: mm from
    "lies": -0.02,
    "lies -5": 1.65,
    "lies -2": -0.44,
    "lies 1": 1.79,
    # it met only the top of the wall; seen 20 mm nearer or 15 mm farther
    "rim": -2.47,
    "rim nearer": 4.84,
    "rim farther": 2.05,
    # a sound that fits; each 10 ms off
    "heard": 1.72,
    "off": -1.01,
    # the same against how well the time of the touch is known
    "off early": -0.16,
    "off late": -0.29,
    # a sound that nobody made
    "nobody clear blow": -4.98,
    "nobody clear tick": -3.51,
    "nobody shaken blow": 0.12,
    "nobody shaken tick": 0.00,
    "nobody ringing tick": 0.00,
    # the same die heard again soon after
    "again blow": -1.73,
    "again tick": -1.13,
    # a touch that a listening zone did not hear; if hardly any speed was lost; of a die that came to lie there
    "silence": -6.16,
    "silence soft": 1.04,
    "silence lying": -4.00,
    "silence in chatter": -1.50,
    "after rim": -0.82,
    "silence in ringing": 0.11,
    # the dice changed over where they met; by how much their ways are bent then
    "other way": 1.06,
    "bent": -1.39,
    # a sensor at the wall's top: it heard a die that met only that; not; if hardly any speed was lost
    "rim heard": 0.96,
    "rim unheard": -2.97,
    "rim unheard soft": 0.78,
    # it heard a die at the rubber; a soft one
    "touch at rim": -0.96,
    "soft touch at rim": -2.01,
    # it heard a die when the rubber's zone did not; nobody that was seen
    "rim apart": -0.50,
    "nobody rim": -4.00,
}
