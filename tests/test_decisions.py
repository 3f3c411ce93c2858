"""Each decision has its number, date, status and alternatives, and a line in the list."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1] / "docs" / "adr"
PAGES = sorted(ROOT.glob("0*.md"))
MOST_LINES = 45


def test_each_decision_says_when_and_what_else() -> None:
    wrong = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        head = rf"# {int(page.name[:4])}\. .+\n\n- Date: \d{{4}}-\d\d-\d\d\n- Status: accepted"
        if not re.match(head, text):
            wrong.append(f"{page.name}: begin with '# N. Title', '- Date: 2026-11-22' and '- Status: accepted'")
        if not re.search(r"^## (Considered|What else was considered)$", text, re.MULTILINE):
            wrong.append(f"{page.name}: add a section 'Considered'")
        if text.count("\n") > MOST_LINES:
            wrong.append(f"{page.name}: at most {MOST_LINES} lines, a screen")
    assert not wrong, "\n".join(wrong)


def test_each_decision_is_listed_by_its_title() -> None:
    titles = [(page.name, page.read_text(encoding="utf-8").partition("\n")[0].partition(". ")[2]) for page in PAGES]
    listed = re.findall(r"^\| \[\d{4}\]\((\S+)\) \| (.+) \|$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert listed == titles
