"""Bank craps against an independent slow model, and what holds whatever people do."""

from bank_model import BankModel
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_models import answer, play_both

from controller.rules.bank import Bank

NAMES = ["A", "B", "C", "D"]
FACE = st.integers(1, 6)
WHO = st.sampled_from([*NAMES, "Z"])
AMOUNT = st.integers(0, 30)
BAND = st.sampled_from(["low", "high", "none"])
THROW = st.fixed_dictionaries({"do": st.just("throw"), "dice": st.tuples(FACE, FACE)})
LINES = st.one_of(
    st.fixed_dictionaries({"do": st.just("first"), "player": WHO, "amount": AMOUNT}),
    st.fixed_dictionaries({"do": st.just("band"), "player": WHO, "band": BAND, "amount": AMOUNT}),
    st.fixed_dictionaries({"do": st.just("withdraw_first"), "player": WHO}),
    THROW,
)
STEPS = st.one_of(LINES, st.just({"do": "next"}), THROW)
SETUPS = st.integers(2, 4).flatmap(
    lambda count: st.tuples(
        st.lists(st.integers(0, 40), min_size=count, max_size=count), st.sampled_from(NAMES[:count])
    )
)


def lines_of(bank: Bank, steps):
    """Fill in `next`: the thrower's stake, which brings the game on."""
    for step in steps:
        stake = {"do": "first", "player": bank.state()["thrower"] or "A", "amount": 1}
        yield stake if step == {"do": "next"} else step


@settings(max_examples=300, deadline=None)
@given(SETUPS, st.lists(STEPS, max_size=80))
def test_the_engine_rules_as_the_slow_model_does(setup, steps):
    amounts, banker = setup
    names = NAMES[: len(amounts)]
    chips = dict(zip(names, amounts, strict=True))
    bank = Bank.set_up({"players": names, "banker": banker, "chips": chips})
    model = BankModel(names, banker, chips, {"low": [2, 3, 4, 5, 6], "high": [8, 9, 10, 11, 12]})
    assert bank.state() == model.state()
    play_both(bank, model, lines_of(bank, steps))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 3000), min_size=2, max_size=4), st.lists(STEPS, max_size=60))
def test_money_is_conserved_and_the_banker_can_always_pay(amounts, steps):
    names = NAMES[: len(amounts)]
    chips = {name: cents / 100 for name, cents in zip(names, amounts, strict=True)}
    bank = Bank.set_up({"players": names, "banker": "A", "chips": chips})
    for line in lines_of(bank, steps):
        answer(bank, line)
        table = bank.table
        assert sum(table.chips_cents.values()) + table.staked_cents == sum(amounts)
        assert min(table.chips_cents.values()) >= 0
        assert table.staked_cents <= table.chips_cents[table.banker]
        assert bank.copy().state() == bank.state()
