"""All public pages together: those of several games, and the page that lists these."""

from collections.abc import Callable, Sequence

from pbem.referee.game import Game
from pbem.web.public.game_pages import FOLDER, GamePages
from pbem.web.public.standing import PublicStanding, title_of
from pbem.web.rendering import SafeHtml, plain_words, render

ASSETS = "assets/"


def site_pages(games: Sequence[GamePages]) -> dict[str, Callable[[], bytes]]:
    """What makes each page, by its path; a page that leads to others comes after them."""
    found: dict[str, Callable[[], bytes]] = {}
    for each in games:
        made = each.files()
        ordered = sorted(made, key=lambda name: (name in ("index.html", "feed.xml"), not name.startswith("r"), name))
        found |= {f"{FOLDER}/{each.game.name}/{name}": made[name] for name in ordered}
    found["index.html"] = lambda: games_page([(each.game, each.standing) for each in games]).encode()
    return found


def games_page(games: Sequence[tuple[Game, PublicStanding]], *, assets_at: str = ASSETS, note: str = "") -> SafeHtml:
    """The page that lists *games*, with a *note*: those that are still played first, the newest report above others."""
    shown = sorted(games, key=lambda pair: pair[0].name)
    shown.sort(key=lambda pair: pair[1].latest.timestamp() if pair[1].latest else 0, reverse=True)
    shown.sort(key=lambda pair: pair[1].over)
    listed = [_listed(game, standing) for game, standing in shown]
    return render(plain_words(), "public/games.html.j2", assets_at=assets_at, games=listed, note=note)


def _listed(game: Game, standing: PublicStanding) -> dict[str, str]:
    words = plain_words()
    runs = not standing.over and not standing.stopped and standing.until
    return {
        "page": f"{FOLDER}/{game.name}/index.html",
        "feed": f"{FOLDER}/{game.name}/feed.xml",
        "title": title_of(game),
        "name": game.name,
        "rules": game.ruleset.title,
        "turn": standing.turn,
        "says": _says(standing),
        "until": words.moment(standing.until, standing.zone) if runs and standing.until else "",
        "due": standing.until.isoformat() if standing.until else "",
        "at": words.moment(standing.latest, standing.zone) if standing.latest else "",
    }


def _says(standing: PublicStanding) -> str:
    """One sentence on how a game stands."""
    words = plain_words()
    if standing.over:
        return words.phrase("site", "over-says")
    if standing.alone:
        return words.phrase("site", "asks-alone")
    if standing.waits:
        return words.phrase("site", "waits", {"seats": words.listed(standing.waits)})
    return words.phrase("site", "runs") if standing.latest else ""
