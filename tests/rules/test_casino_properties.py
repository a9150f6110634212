"""What holds in every casino game, whatever people do: money, refusals, copies."""

from casino_play import accepts, seated
from hypothesis import given, settings
from hypothesis import strategies as st
from test_casino_against_model import HOUSES, LINES, line_of

GAMES = st.builds(lambda house, a, b: seated(house, A=a, B=b), HOUSES, st.integers(0, 300), st.integers(1, 300))
PLAYED = st.lists(st.tuples(st.sampled_from(["A", "B"]), LINES), min_size=10, max_size=40)


def money_of(game):
    """All that a player owns: cash, bets, and commission that would come back."""
    return {name: s.cash_cents + s.on_table_cents + s.vig_cents for name, s in game.table.seats.items()}


def told(game, seat, played):
    line = line_of(played, game.state()["seats"][seat])
    return line if "roll" in line else {**line, "seat": seat}


@settings(max_examples=120, deadline=None)
@given(GAMES, PLAYED)
def test_money_changes_hands_only_by_what_a_roll_resolves(game, played):
    for seat, one in played:
        before = money_of(game)
        line = told(game, seat, one)
        went = accepts(game, line)
        after = money_of(game)
        if "roll" in line and went:
            nets = {name: game.last.net_cents(name) for name in before}
            assert after == {name: before[name] + nets[name] for name in before}
        else:
            assert after == before
        for player in game.table.seats.values():
            assert player.cash_cents >= 0
            assert all(bet.amount_cents > 0 and bet.vig_cents >= 0 for bet in player.bets.values())


@settings(max_examples=80, deadline=None)
@given(GAMES, PLAYED)
def test_a_refused_line_changes_nothing_and_why_not_foretells_it(game, played):
    for seat, one in played:
        before, line = game.table.copy(), told(game, seat, one)
        foretold = game.why_not(line)
        assert game.table == before
        assert accepts(game, line) == (foretold is None)
        if foretold is not None:
            assert game.table == before


@settings(max_examples=60, deadline=None)
@given(GAMES, PLAYED, PLAYED)
def test_a_copy_is_independent_and_equal_keys_have_equal_futures(game, first, second):
    for seat, one in first:
        accepts(game, told(game, seat, one))
    kept, twin = game.copy(), game.copy()
    assert kept.table.state_key() == game.table.state_key()
    for seat, one in second:
        accepts(game, told(game, seat, one))
    assert kept.table == twin.table
    for seat, one in second:
        accepts(twin, told(twin, seat, one))
    assert twin.table == game.table
    assert twin.table.state_key() == game.table.state_key()
    assert twin.state() == game.state()


@settings(max_examples=60, deadline=None)
@given(GAMES, PLAYED)
def test_odds_never_stand_without_their_flat_bet(game, played):
    for seat, one in played:
        accepts(game, told(game, seat, one))
        for player in game.table.seats.values():
            assert all(bet.box.flat is None or bet.box.flat in player.bets for bet in player.bets.values())
