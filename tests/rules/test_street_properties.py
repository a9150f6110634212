"""What holds in every game of street craps, whatever people do."""

from hypothesis import given, settings
from hypothesis import strategies as st
from street_play import new_game

from controller.errors import ProtocolError, RuleError
from controller.rules.street import Street
from controller.rules.street_table import ENDINGS

CENTS = st.integers(-5, 6000).map(lambda cents: cents / 100)
PLAYERS = st.sampled_from(["A", "B", "Z"])
FACE = st.integers(1, 6)
BOOLS = st.booleans()
THROWS = st.fixed_dictionaries(
    {"do": st.just("throw"), "dice": st.tuples(FACE, FACE)},
    optional={"wall": st.tuples(BOOLS, BOOLS), "cocked": BOOLS, "off": BOOLS, "touched_object": BOOLS},
)
LINES = st.one_of(
    st.fixed_dictionaries({"do": st.just("stake"), "amount": CENTS}),
    st.fixed_dictionaries({"do": st.just("fade"), "amount": CENTS}),
    THROWS,
    THROWS,
    st.fixed_dictionaries({"do": st.sampled_from(["box_up", "pass_dice"]), "player": PLAYERS}),
    st.just({"do": "cover_all"}),
    st.just({"do": "cover_all"}),
)
GAMES = st.builds(
    lambda a, b, swap: new_game({"A": a, "B": b}, swap_after=swap),
    st.integers(0, 80),
    st.integers(0, 80),
    st.lists(st.sampled_from(ENDINGS), unique=True),
)


def play(game: Street, line) -> bool:
    """Carry out a line if it is allowed."""
    if line["do"] == "cover_all":
        line = {"do": "fade", "amount": game.state()["stake"]}
        if game.state()["phase"] == "stake":
            line = {"do": "stake", "amount": game.state()["stacks"][game.state()["shooter"]]}
    try:
        game.do(line)
    except (RuleError, ProtocolError):
        return False
    return True


def money_of(game: Street) -> int:
    return game.table.bank_cents + sum(game.table.stacks_cents.values())


@settings(max_examples=150, deadline=None)
@given(GAMES, st.lists(LINES, max_size=40), st.none() | PLAYERS)
def test_money_is_conserved_and_never_negative_in_every_step(game, lines, leaver):
    total = money_of(game)
    for line in [*lines, {"do": "leave", "player": leaver}]:
        play(game, line)
        assert money_of(game) == total
        assert min(*game.table.stacks_cents.values(), game.table.stake_cents, game.table.cover_cents) >= 0
        state = game.state()
        assert (state["bank"] == 0) == (state["phase"] in ("stake", "over"))
        assert (state["point"] is not None) == (state["phase"] == "point")
        assert state["over"] == (state["phase"] == "over")
        assert {state["shooter"], state["fader"]} == {"A", "B"}


@settings(max_examples=100, deadline=None)
@given(GAMES, st.lists(LINES, max_size=30))
def test_a_refused_line_changes_nothing_and_why_not_foretells_it(game, lines):
    for line in lines:
        before = game.table.copy()
        foretold = line["do"] == "cover_all" or game.why_not(line)
        assert game.table == before
        accepted = play(game, line)
        if not accepted:
            assert game.table == before
        if line["do"] != "cover_all":
            assert accepted == (foretold is None)


@settings(max_examples=100, deadline=None)
@given(GAMES, st.lists(LINES, max_size=20), st.lists(LINES, max_size=20))
def test_a_copy_is_independent_and_plays_on_alike(game, first, second):
    for line in first:
        play(game, line)
    kept, twin = game.copy(), game.copy()
    for line in second:
        play(game, line)
    assert kept.table == twin.table
    for line in second:
        play(twin, line)
    assert twin.table == game.table
    assert twin.state() == game.state()
