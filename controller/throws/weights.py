"""What each term of a story about a wall is worth (natural logarithm of odds).

Fitted by `bench/wall_weights.py` on simulated throws: the films of 960 and the even ones of 90 blocks of 20 others. A
track's terms are odds of a touch against nothing; a sound's say how well it fits. The numbers hold for rubber pyramids
and dice of 19 mm; what they rest on most is how much speed a die loses, how far out, and whether a zone that listens
heard it.
"""

WEIGHTS = {
    # the track: a die was near the wall
    "moment": -1.98,
    # how far out it was seen, against standing at the tips of the rubber: mm from
    "beyond -12": 3.46,
    "beyond -4": 2.24,
    "beyond -1": 3.54,
    "beyond 6": -1.87,
    # square root of the outward speed lost at once, m/s
    "lost": 6.42,
    # the same, low and without coming back: it fell on the felt
    "landed": -2.88,
    # it came back (-1 to 1)
    "back": -1.53,
    # it flew on outward
    "goes on": -4.41,
    # another die was in its way
    "behind": -1.67,
    "merged": 1.09,
    "merged behind": -3.21,
    # its speeds were not seen
    "vague": 6.22,
    # it may have met only the top
    "as high as the rim": -5.76,
    # it lies there; four mm nearer
    "lies": -0.89,
    "lies near": 1.68,
    # it met only the top of the wall; seen 20 mm nearer or 15 mm farther
    "rim": 3.42,
    "rim nearer": 4.22,
    "rim farther": 4.28,
    # a sound that fits; each 10 ms off
    "heard": 1.36,
    "off": -1.30,
    # a sound that fits a second die too
    "heard as well": 1.15,
    "off as well": -0.91,
    # a sound that nobody made
    "nobody clear blow": -4.37,
    "nobody clear tick": -3.84,
    "nobody shaken blow": -0.61,
    "nobody shaken tick": -0.41,
    "nobody ringing tick": 1.14,
    # the same die heard again soon after
    "again blow": -1.78,
    "again tick": -1.00,
    # a touch that a listening zone did not hear
    "silence": -5.07,
    "silence in chatter": -1.48,
    "silence in ringing": -1.79,
    # the dice changed over where they met
    "other way": -1.73,
}
