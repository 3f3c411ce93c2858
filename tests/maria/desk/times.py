"""How long it takes to find what the desk offers for one subject, for the benchmark."""

import time
from itertools import islice
from random import Random
from statistics import median

from pbem_maria.orders.stage import StageOrders
from pbem_maria.ruleset import MARIA
from tests.maria.desk.drafts import SCENARIOS, choices_of, questions, random_draft

GOAL = 0.05
"""Seconds for the slowest of a hundred subjects but five."""
STAGES = 8


def print_times(_: float) -> None:
    """Print the times of random positions with drafts of some moves, and the ratio to the goal."""
    taken, listed = list[float](), list[float]()
    assert MARIA.desk is not None
    for scenario in SCENARIOS:
        chance = Random(scenario)
        for question in islice(questions("times", StageOrders, scenario=scenario), 0, 5 * STAGES, 5):
            order = question.read(random_draft(question, chance, 4)).draft
            begun = time.process_time()
            subjects = tuple(MARIA.desk.subjects(question.view, question.decision, order))
            listed.append(time.process_time() - begun)
            for subject in subjects:
                begun = time.process_time()
                choices_of(question, order, subject.id)
                taken.append(time.process_time() - begun)
    slow = sorted(taken)[int(len(taken) * 0.95)]
    print(f"choices of one subject: median {median(taken) * 1000:.1f} ms, of {len(taken)}")
    print(f"choices of one subject, 95 of 100: {slow * 1000:.1f} ms, {slow / GOAL:.2f} of {GOAL * 1000:.0f} ms")
    print(f"all subjects of a stage: median {median(listed) * 1000:.1f} ms")
