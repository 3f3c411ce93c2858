"""`pbem case`: worked examples of rules."""

from pathlib import Path

import click


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--rules", default="maria", show_default=True, help="The game that the cases are of.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as data.")
@click.pass_context
def case(ctx: click.Context, files: tuple[Path, ...], rules: str, as_json: bool) -> None:
    """Run the cases of FILES: for each its name, and pass or the difference.

    docs/cases.md says how a case is written.
    """
    from pbem.case.file import BadCase, read_cases
    from pbem.case.run import Verdict, run_case
    from pbem.cli.output import data, text
    from pbem.engine.ruleset import UnknownGame, find

    try:
        ruleset = find(rules)
    except UnknownGame as error:
        raise click.ClickException(str(error)) from error
    verdicts: list[Verdict] = []
    for path in files:
        try:
            verdicts += [run_case(ruleset, path, each) for each in read_cases(path)]
        except BadCase as bad:
            verdicts.append(Verdict(str(path), (str(bad),)))
    failed = [verdict for verdict in verdicts if verdict.differences]
    if as_json:
        data(verdicts)
    else:
        for verdict in verdicts:
            text(f"{'FAIL' if verdict.differences else 'pass'}  {verdict.case}")
            for difference in verdict.differences:
                text(f"      {difference}")
        text(f"{len(verdicts)} cases, {len(verdicts) - len(failed)} pass, {len(failed)} fail")
    ctx.exit(1 if failed else 0)
