"""How this panel is built: edit it for yours, then `stickman panel install --settings FILE`."""

MODULES = 4  # MAX7219 modules of eight digits in the chain: point and dice, bank, then a seat each
PIXELS_PIN = 22  # not 16: machine.SPI takes that for the MISO of bus 0, though nothing is read
SPI_BUS = 0
SCK_PIN = 18
MOSI_PIN = 19
CS_PIN = 17
BUTTONS = (("undo", 10), ("no_roll", 11), ("new_shooter", 12))  # name and pin; a press pulls the pin to ground
CHANNEL_CAP = 6400  # sum of all colour channels; 20 mA each at 255: about 0.5 A
DIGIT_INTENSITY = 4  # 0 to 15
WATCHDOG_MS = 0  # up to 8400; once started it cannot be stopped, so mpremote must be quick: 0 is never
