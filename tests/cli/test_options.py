"""Options that several commands take: what is no number is refused wherever a number is asked for."""

import pytest

from controller.cli import main


@pytest.mark.parametrize(
    "words",
    [
        ("panel", "pc", "--for", "nan"),
        ("panel", "test", "--each", "nan"),
        ("calibrate", "print", "--edge-mm", "nan"),
        ("odds", "--vig-min", "nan"),
        ("odds", "--vig-min", "-1"),
        ("read", "--die-edge-px", "nan", "picture.png"),
        ("doctor", "walls", "--for-s", "nan"),
    ],
)
def test_what_is_no_number_is_refused(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(list(words))
    assert end.value.code == 2
    assert "Traceback" not in capsys.readouterr().err
