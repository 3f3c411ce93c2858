"""A small phpBB of a test: its pages as its style prosilver makes them, and the traps of its forms."""

import hashlib
import html
import re
from datetime import UTC, datetime
from typing import NamedTuple

from tests.forum.site import Asked, Said, Site

START = int(datetime(2026, 3, 4, 20, 0, 40, tzinfo=UTC).timestamp())
PER_PAGE, MOST, LOGINS = 10, 60_000, 3


class Post(NamedTuple):
    ident: int
    user: int
    text: str
    time: int
    edits: int = 0
    to: tuple[int, ...] = ()


class PhpbbSite(Site):
    """`now` is its clock in seconds; *rfc* has times in an attribute too, as 3.3 does."""

    def __init__(self, *, rfc: bool = True) -> None:
        super().__init__()
        self.rfc = rfc
        self.users = {2: "Referee", 54: "anna", 55: "bert b."}
        self.now, self.flood_until, self.wrong_logins, self.approving = START, 0, 0, False
        self.posts: dict[int, Post] = {}
        self.messages: dict[int, Post] = {}
        self.sessions: dict[str, int] = {}
        self.locked = False
        self._last = 100
        self.post(54, "Welcome to the game.")

    @property
    def thread(self) -> str:
        return f"{self.url}/forum/viewtopic.php?f=3&t=5"

    def post(self, user: int, text: str) -> Post:
        self._last += 1
        self.posts[self._last] = made = Post(self._last, user, text, self.now)
        return made

    def message(self, user: int, to: tuple[int, ...], text: str) -> Post:
        self._last += 1
        self.messages[self._last] = made = Post(self._last, user, text, self.now, to=to)
        return made

    def edit(self, post: Post, text: str) -> None:
        self.posts[post.ident] = post._replace(text=text, edits=post.edits + 1)

    def texts(self) -> list[str]:
        return [one.text for one in (*self.posts.values(), *self.messages.values()) if one.user == 2]

    def answer(self, asked: Asked) -> Said:
        me = self.sessions.get(asked.cookies.get("phpbb3_x_sid", ""), 1)
        page, mode = asked.path.removeprefix("/forum/"), asked.value("mode")
        if page == "ucp.php" and mode == "login":
            return self._login(asked)
        if page == "viewtopic.php":
            return self._topic(asked, me)
        if page == "memberlist.php":
            return self._member(asked, me)
        if me == 1:
            return _shown(1, self._login_form("The board requires you to be registered and logged in."))
        if page == "posting.php":
            return self._posting(asked, me)
        if page == "ucp.php" and asked.value("i") == "pm":
            return self._composing(asked, me) if mode == "compose" else self._private(asked, me, mode)
        return _shown(me, _told("The requested page could not be found."), 404)

    def _login(self, asked: Asked) -> Said:
        if asked.method == "GET":
            return _shown(1, self._login_form(""))
        form, sid = asked.form, asked.cookies.get("phpbb3_x_sid", "")
        if wrong := self._wrong_form(asked, "login"):
            return _shown(1, self._login_form(wrong))
        user = next((ident for ident, name in self.users.items() if name.lower() == form["username"].lower()), 1)
        if self.wrong_logins >= LOGINS:
            return _shown(1, self._login_form("You exceeded the maximum allowed number of login attempts."))
        if user == 1 or form["password"] != "secret":
            self.wrong_logins += 1
            return _shown(1, self._login_form("You have specified an incorrect password."))
        sid = hashlib.md5(f"{user} {len(self.sessions)}".encode()).hexdigest()
        self.sessions[sid] = user
        cookies = {"Set-Cookie": f"phpbb3_x_sid={sid}; path=/; HttpOnly", "Location": f"{self.url}/forum/index.php"}
        cookies["Location"] = f"{self.url}/forum/viewtopic.php?t=5&sid={sid}"
        return Said(302, b"", cookies)

    def _login_form(self, error: str) -> str:
        captcha = '<input type="text" name="confirm_code" id="confirm_code">' if self.wrong_logins >= LOGINS else ""
        told = f'<div class="error">{error}</div>' if error else ""
        return f"""<form action="./ucp.php?mode=login" method="post" id="login">{told}
            <input type="text" name="username" id="username" value=""> {captcha}
            <input type="password" id="password" name="password">
            <input type="checkbox" name="autologin" id="autologin"> Remember me
            {self._token("login")}<input type="hidden" name="redirect" value="./viewtopic.php?t=5">
            <input type="submit" name="login" value="Login" class="button1"></form>"""

    def _token(self, form: str) -> str:
        token = hashlib.sha1(f"{self.now} {form}".encode()).hexdigest()
        return f"""<input type="hidden" name="creation_time" value="{self.now}">
            <input type="hidden" name="form_token" value="{token}">"""

    def _wrong_form(self, asked: Asked, form: str) -> str:
        """A form must be some time old, but not two hours, and come from a page of this forum."""
        sent = asked.form
        made = int(sent.get("creation_time", "0"))
        right = sent.get("form_token") == hashlib.sha1(f"{made} {form}".encode()).hexdigest()
        old_enough = form == "login" or 0 < self.now - made < 7200
        referred = asked.headers.get("referer", "").startswith(f"{self.url}/forum/")
        return "" if right and old_enough and referred else "The submitted form was invalid. Try submitting again."

    def _topic(self, asked: Asked, me: int) -> Said:
        posts, start = list(self.posts.values()), int(asked.value("start", "0"))
        if asked.value("p"):
            at = next((n for n, one in enumerate(posts) if one.ident == int(asked.value("p"))), 0)
            start = at - at % PER_PAGE
        elif asked.value("t") != "5":
            return _shown(me, _told("The requested topic does not exist."), 404)
        start = min(start, (len(posts) - 1) - (len(posts) - 1) % PER_PAGE)
        items = "".join(self._item(one, f"p{one.ident}", "post bg1") for one in posts[start : start + PER_PAGE])
        return _shown(me, self._pagination(len(posts), start, "./viewtopic.php?t=5") + items)

    def _pagination(self, count: int, start: int, where: str) -> str:
        links = [
            f'<li><a class="button" href="{where}&amp;start={at}">{at // PER_PAGE + 1}</a></li>' if at else "<li>1</li>"
            for at in range(0, count, PER_PAGE)
            if at != start
        ]
        return f'<div class="pagination">{count} posts <ul>{"".join(links)}</ul></div>'

    def _item(self, one: Post, ident: str, kind: str) -> str:
        when = datetime.fromtimestamp(one.time, UTC)
        said = when.strftime("%a %b %d, %Y ") + when.strftime("%I:%M %p").lstrip("0").lower()
        shown = f'<time datetime="{when.isoformat()}">{said}</time>' if self.rfc else said
        name = html.escape(self.users[one.user])
        link = f'<a href="./memberlist.php?mode=viewprofile&amp;u={one.user}" class="username">{name}</a>'
        edited = f"Last edited by {link} on {said}, edited {one.edits} time{'s' * (one.edits > 1)} in total."
        return f"""<div id="{ident}" class="{kind}"><div class="inner">
            <dl class="postprofile" id="profile{one.ident}"><dt>{link}</dt><dd>Posts: <a href="./s.php">9</a></dd></dl>
            <div class="postbody"><h3><a href="#p{one.ident}">Re: A game</a></h3>
            <p class="author"><span class="responsive-hide">by <strong>{link}</strong> &raquo; </span>{shown} </p>
            <div class="content">{_rendered(one.text)}</div>
            {f'<div class="notice">{edited}</div>' if one.edits else ""}
            <div id="sig{one.ident}" class="signature">A signature.</div></div></div></div>"""

    def _member(self, asked: Asked, me: int) -> Said:
        found = [ident for ident, name in self.users.items() if name.lower() == asked.value("un").lower()]
        if not found:
            return _shown(me, _told("The requested user does not exist."), 404)
        return _shown(
            me,
            f"""<h2>Viewing profile - {self.users[found[0]]}</h2><form id="viewprofile">
            <dl><dt>Username:</dt><dd><span>{self.users[found[0]]}</span></dd></dl>
            <a href="./search.php?author_id={found[0]}&amp;sr=posts">Search user's posts</a></form>""",
        )

    def _posting(self, asked: Asked, me: int) -> Said:
        mode, edited = asked.value("mode"), self.posts.get(int(asked.value("p", "0")))
        if asked.method == "GET":
            if self.locked:
                return _shown(me, _told("This topic is locked, you cannot edit posts or make further replies."), 403)
            text = edited.text if edited else ""
            if edited and mode == "quote":
                text = self._quoted(edited, f"post_id={edited.ident} ")
            action = f"./posting.php?mode={mode}&amp;t=5&amp;p={asked.value('p', '0')}"
            return _shown(me, self._form("posting", action, text))
        text = asked.form["message"].replace("\r\n", "\n")
        if wrong := self._refused(asked, "posting", text):
            return _shown(me, self._form("posting", "./posting.php", text, wrong))
        if mode == "edit":
            post = self.posts[int(asked.value("p"))]
            self.edit(post, text)
        elif self.approving:
            said = "This message has been submitted successfully, but it will need to be approved by a moderator."
            return _shown(me, _told(f'{said} <a href="./viewtopic.php?t=5">Return</a>'))
        else:
            post = self.post(me, text)
        return Said(302, b"", {"Location": f"./viewtopic.php?p={post.ident}#p{post.ident}"})

    def _quoted(self, post: Post, more: str) -> str:
        name = self.users[post.user]
        name = f'"{name}"' if " " in name else name
        return f"[quote={name} {more}time={post.time} user_id={post.user}]{post.text}[/quote]\n\n"

    def _form(self, name: str, action: str, text: str, error: str = "", more: str = "") -> str:
        told = f'<p class="error">{error}</p>' if error else ""
        return f"""<form id="postform" method="post" action="{action}" enctype="multipart/form-data">{told}
            <input type="text" name="subject" value="Re: A game">{more}
            <textarea name="message" id="message" rows="15">{html.escape(text)}</textarea>
            <input type="checkbox" name="attach_sig" checked="checked"><input type="hidden" name="lastclick" value="1">
            {self._token(name)}<input type="submit" name="preview" value="Preview">
            <input type="submit" name="post" value="Submit"></form>"""

    def _refused(self, asked: Asked, form: str, text: str) -> str:
        if "post" not in asked.form:
            return "A preview."
        if wrong := self._wrong_form(asked, form):
            return wrong
        if self.now < self.flood_until:
            return "You cannot make another post so soon after your last."
        if len(text) > MOST:
            return f"Your message contains {len(text)} characters. The maximum number of allowed characters is {MOST}."
        self.flood_until = self.now + 15
        return ""

    def _private(self, asked: Asked, me: int, mode: str) -> Said:
        if mode == "view":
            one = self.messages.get(int(asked.value("p", "0")))
            if one is None or me not in (one.user, *one.to):
                return _shown(me, _told("This message does not exist."), 404)
            return _shown(me, self._item(one, f"post-{one.ident}", "post pm"))
        mine = {
            "inbox": [one for one in self.messages.values() if me in one.to],
            "outbox": [one for one in self.messages.values() if one.user == me],
            "sentbox": [],
        }[asked.value("folder")]
        mine, start = mine[::-1], int(asked.value("start", "0"))
        where = f"./ucp.php?i=pm&amp;folder={asked.value('folder')}"
        rows = "".join(
            '<li class="row bg1"><dl class="icon"><dt><a class="topictitle" '
            f'href="./ucp.php?i=pm&amp;mode=view&amp;f=0&amp;p={one.ident}">A letter</a></dt></dl></li>'
            for one in mine[start : start + PER_PAGE]
        )
        return _shown(
            me, self._pagination(len(mine), start, where) + f'<ul class="topiclist cplist pmlist">{rows}</ul>'
        )

    def _composing(self, asked: Asked, me: int) -> Said:
        action, other = asked.value("action"), self.messages.get(int(asked.value("p", "0")))
        text = self._quoted(other, "") if other and action == "quote" else ""
        to = f'<input type="hidden" name="address_list[u][{other.user}]" value="to">' if other else ""
        if asked.method == "GET":
            action = "./ucp.php?i=pm&amp;mode=compose&amp;action=post"
            return _shown(me, self._form("ucp_pm_compose", action, text, "", to))
        text = asked.form["message"].replace("\r\n", "\n")
        wrong = self._refused(asked, "ucp_pm_compose", text)
        named = tuple(int(one) for one in re.findall(r"address_list\[u\]\[(\d+)\]", " ".join(asked.form)))
        if wrong or not named or not set(named) <= set(self.users):
            return _shown(me, self._form("x", "./ucp.php", text, wrong or "You must specify at least one recipient."))
        made = self.message(me, named, text)
        link = f'<a href="./ucp.php?i=pm&amp;mode=view&amp;p={made.ident}">View your private message</a>'
        return _shown(me, _told(f"Your message has been sent successfully. {link}"))


def _rendered(text: str) -> str:
    shown = html.escape(text).replace("\n", "<br>\n")
    return re.sub(r"\[(/?)b\]", r"<\1strong>", re.sub(r"\[/?code\]", "", shown))


def _told(said: str) -> str:
    content = f'<h2>Information</h2><div class="content"><p>{said}</p></div>'
    return f'<div class="panel" id="message"><div class="inner">{content}</div></div>'


def _shown(me: int, body: str, status: int = 200) -> Said:
    own = (
        f'<li id="username_logged_in"><a href="./ucp.php?i=x&amp;sid={"0" * 32}">Control</a>'
        f'<a href="./memberlist.php?mode=viewprofile&amp;u={me}" class="username">me</a></li>'
        if me != 1
        else '<li><a href="./ucp.php?mode=login">Login</a></li>'
    )
    head = f"<!DOCTYPE html><html><head><title>Forum</title></head><body><ul>{own}</ul>"
    return Said(status, f"{head}<div id='page-body'>{body}</div></body></html>".encode())
