import io
import sys

from controller.cli.progress import progress_bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_bar_is_drawn_on_stderr_where_a_person_looks(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress_bar("throwing", 10) as advance:
        advance(5)
        advance(5)
    assert "throwing" in terminal.getvalue()


def test_without_a_terminal_there_is_no_bar(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress_bar("throwing", 10) as advance:
        assert advance is None
    assert sys.stderr.getvalue() == ""
