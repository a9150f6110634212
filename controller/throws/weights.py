"""What each term of a story about a wall is worth (natural logarithm of odds).

Fitted by `bench/wall_weights.py` on 1,599 simulated throws with all sensors well (`bench/walls.py --line raw
--seed 7`), each of them once more with a zone taken out; those of `--seed 11`, by which they are measured, were kept
apart. A track's terms are odds of a touch against nothing; a sound's say how well it fits. The numbers hold for rubber
pyramids and dice of 19 mm; what they rest on most is how much speed a die loses, how far out, and whether a zone that
listens heard it.
"""

WEIGHTS = {
    # the track: a die was near the wall
    "moment": -2.09,
    # how far out it was seen, against standing at the tips of the rubber: mm from
    "beyond -12": 3.12,
    "beyond -4": 2.81,
    "beyond -1": 2.90,
    "beyond 6": -0.88,
    # square root of the outward speed lost at once, m/s
    "lost": 6.03,
    # the same, low and without coming back: it fell on the felt
    "landed": -1.35,
    # it came back (-1 to 1)
    "back": -0.65,
    # it flew on outward
    "goes on": -4.99,
    # it was on its way back before: not fitted to sensors that ring
    "leaving": 0.00,
    # another die was in its way; and one silhouette with it
    "behind": -0.67,
    "blocked": -1.24,
    "blocked lost": -1.78,
    "merged behind": -0.17,
    # its speeds were not seen
    "vague": 3.58,
    # it may have met only the top
    "as high as the rim": -3.70,
    # it lies there; how far out, against five mm beyond the tips: mm from
    "lies": -0.35,
    "lies -5": 2.01,
    "lies -2": 0.87,
    "lies 1": 2.39,
    # it met only the top of the wall; seen 20 mm nearer or 15 mm farther
    "rim": -1.29,
    "rim nearer": 4.19,
    "rim farther": 3.39,
    # a sound that fits; each 10 ms off
    "heard": 1.71,
    "off": -1.47,
    # the same against how well the time of the touch is known: not fitted to sensors that ring
    "off early": 0.00,
    "off late": 0.00,
    # a sound that nobody made
    "nobody clear blow": -4.33,
    "nobody clear tick": -3.87,
    "nobody shaken blow": -1.08,
    "nobody shaken tick": -0.08,
    "nobody ringing tick": 1.05,
    # the same die heard again soon after
    "again blow": -1.92,
    "again tick": -0.98,
    # a touch that a listening zone did not hear; if hardly any speed was lost; of a die that came to lie there
    "silence": -6.15,
    "silence soft": 1.68,
    "silence lying": -3.16,
    "silence in chatter": -1.06,
    "after rim": -1.18,
    "silence in ringing": -0.57,
    # the dice changed over where they met; by how much their ways are bent then
    "other way": -0.65,
    "bent": -0.87,
    # a sensor at the wall's top is not asked where lines have no hold (`Heard.hears_rim`): nothing was fitted here
    # a sensor at the wall's top: it heard a die that met only that; not; if hardly any speed was lost
    "rim heard": 0.0,
    "rim unheard": 0.0,
    "rim unheard soft": 0.0,
    # it heard a die at the rubber; a soft one
    "touch at rim": 0.0,
    "soft touch at rim": 0.0,
    # it heard a die when the rubber's zone did not; nobody that was seen
    "rim apart": 0.0,
    "nobody rim": 0.0,
}
