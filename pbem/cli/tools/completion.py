"""pbem completion: what a shell needs to complete commands, options, games and seats."""

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")
_VARIABLE = "_PBEM_COMPLETE"


HELP = """Print a script that lets SHELL complete commands, options, game folders and seats.

\b
bash: add to ~/.bashrc            eval "$(pbem completion bash)"
zsh:  add to ~/.zshrc             eval "$(pbem completion zsh)"
fish: once                        pbem completion fish > ~/.config/fish/completions/pbem.fish
"""


@click.command(help=HELP)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script of *shell*."""
    if made := get_completion_class(shell):
        click.echo(made(ctx.find_root().command, {}, "pbem", _VARIABLE).source())
