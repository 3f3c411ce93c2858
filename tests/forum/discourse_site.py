"""A small Discourse of a test: its interface as its documents and its source describe it."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import unquote

from tests.forum.site import Asked, Said, Site, data

LEAST, MOST, IN_A_ROW = 5, 32_000, 3
START = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=3)


class Post:
    def __init__(self, ident: int, topic: int, user: int, raw: str, at: datetime, number: int) -> None:
        self.ident, self.topic, self.user, self.raw, self.at, self.number = ident, topic, user, raw, at, number
        self.updated, self.version, self.gone = at, 1, False


class Topic:
    def __init__(self, ident: int, users: set[int]) -> None:
        self.ident, self.users = ident, users
        """Who may read it; all, if that is empty."""
        self.posts: list[Post] = []
        self.bumped = START


class DiscourseSite(Site):
    def __init__(self) -> None:
        super().__init__()
        self.users = {1: "Referee", 2: "anna", 3: "bert"}
        self.keys = {"key-of-referee": 1}
        self.now = START
        self.queued: list[str] = []
        self.approving = False
        self.uploads: list[bytes] = []
        self._posts = 100
        self.topics: dict[int, Topic] = {}
        self.begin()

    def begin(self) -> None:
        """Begin anew with one thread and its first post."""
        self.topics = {7: Topic(7, set())}
        self.post(7, 2, "Welcome to the game.")

    @property
    def thread(self) -> str:
        return f"{self.url}/t/a-game/7"

    def texts(self) -> list[str]:
        """All that the referee posted."""
        return [post.raw for topic in self.topics.values() for post in topic.posts if post.user == 1]

    def post(self, topic: int, user: int, raw: str) -> Post:
        where = self.topics[topic]
        self._posts += 1
        made = Post(self._posts, topic, user, raw, self.now, len(where.posts) + 1)
        where.posts.append(made)
        where.bumped = self.now
        return made

    def message(self, sender: int, to: set[int], raw: str) -> Post:
        ident = max(self.topics) + 1
        self.topics[ident] = Topic(ident, {sender, *to})
        return self.post(ident, sender, raw)

    def edit(self, post: Post, raw: str) -> None:
        """As its author: within 5 minutes no new version is made."""
        post.version += self.now - post.at > timedelta(minutes=5)
        post.raw, post.updated = raw, self.now

    def answer(self, asked: Asked) -> Said:
        user = self.keys.get(asked.headers.get("api-key", ""))
        if user is None or self.users[user].lower() != asked.headers.get("api-username", "").lower():
            says = "You are not permitted to view the requested resource. The API username or key is invalid."
            return data({"errors": [says], "error_type": "invalid_access"}, 403)
        for method, pattern, do in (
            ("GET", r"/u/([^/]+)\.json", self._user),
            ("GET", r"/topics/(private-messages(?:-sent)?)/[^/]+\.json", self._private),
            ("GET", r"/t/(\d+)\.json", self._topic),
            ("GET", r"/t/(\d+)/posts\.json", self._some),
            ("GET", r"/posts/[^/]+/(pending)\.json", self._pending),
            ("POST", r"/(posts)\.json", self._create),
            ("PUT", r"/posts/(\d+)\.json", self._update),
            ("POST", r"/(uploads)\.json", self._upload),
        ):
            if asked.method == method and (found := re.fullmatch(pattern, asked.path)):
                return do(asked, user, unquote(found[1]))
        return _not_found()

    def _user(self, _asked: Asked, _me: int, name: str) -> Said:
        found = [(ident, said) for ident, said in self.users.items() if said.lower() == name.lower()]
        return data({"user": {"id": found[0][0], "username": found[0][1]}}) if found else _not_found()

    def _private(self, asked: Asked, me: int, which: str) -> Said:
        mine = [topic for topic in self.topics.values() if me in topic.users]
        if which == "private-messages":
            listed = [topic for topic in mine if {post.user for post in topic.posts} != {me}]
        else:
            listed = [topic for topic in mine if me in {post.user for post in topic.posts}]
        listed.sort(key=lambda topic: topic.bumped, reverse=True)
        page = int(asked.value("page", "0"))
        shown = [
            {"id": one.ident, "highest_post_number": one.posts[-1].number, "bumped_at": one.bumped.isoformat()}
            for one in listed[page * 30 : page * 30 + 30]
        ]
        more = {"more_topics_url": f"/topics?page={page + 1}"} if len(listed) > page * 30 + 30 else {}
        return data({"topic_list": {"topics": shown, **more}})

    def _seen(self, me: int, topic: str) -> list[Post] | None:
        found = self.topics.get(int(topic))
        if found is None or (found.users and me not in found.users):
            return None
        return [post for post in found.posts if not post.gone]

    def _topic(self, _asked: Asked, me: int, topic: str) -> Said:
        posts = self._seen(me, topic)
        if posts is None:
            return _not_found()
        stream = {"posts": [self._shown(one) for one in posts[:20]], "stream": [one.ident for one in posts]}
        return data({"id": int(topic), "post_stream": stream})

    def _some(self, asked: Asked, me: int, topic: str) -> Said:
        wanted = set(map(int, asked.query.get("post_ids[]", [])))
        posts = [post for post in self._seen(me, topic) or () if post.ident in wanted]
        shown = [self._shown(one, raw=bool(asked.value("include_raw"))) for one in posts[:20]]
        return data({"post_stream": {"posts": shown}, "id": int(topic)})

    def _pending(self, _asked: Asked, _me: int, _kind: str) -> Said:
        return data({"pending_posts": [{"raw_text": text} for text in self.queued]})

    def _create(self, asked: Asked, me: int, _kind: str) -> Said:
        values, topic = asked.json, 0
        if wrong := _wrong(values["raw"]):
            return _refused(wrong)
        if "topic_id" in values:
            topic = values["topic_id"]
            posts = self._seen(me, str(topic))
            if posts is None:
                return data({"errors": ["You are not permitted to do that."], "error_type": "invalid_access"}, 403)
            if len(posts) >= IN_A_ROW and {post.user for post in posts[-IN_A_ROW:]} == {me}:
                return _refused(f"No more than {IN_A_ROW} consecutive replies are allowed. Wait for someone to reply.")
        else:
            named = values["target_recipients"].split(",")
            to = {ident for ident, name in self.users.items() if name in named}
            if len(to) != len(named):
                return _refused("You must select a valid user.")
        if self.approving:
            self.queued.append(values["raw"])
            return data({"success": True, "action": "enqueued"})
        made = self.post(topic, me, values["raw"]) if topic else self.message(me, to, values["raw"])
        return data(self._shown(made, raw=True))

    def _update(self, asked: Asked, me: int, ident: str) -> Said:
        post = next(one for topic in self.topics.values() for one in topic.posts if one.ident == int(ident))
        if post.user != me:
            return data({"errors": ["You are not permitted to do that."], "error_type": "invalid_access"}, 403)
        if wrong := _wrong(asked.json["post"]["raw"]):
            return _refused(wrong)
        self.edit(post, asked.json["post"]["raw"])
        return data({"post": self._shown(post, raw=True)})

    def _upload(self, asked: Asked, _me: int, _kind: str) -> Said:
        self.uploads.append(asked.body)
        return data({"id": len(self.uploads), "short_url": f"upload://picture{len(self.uploads)}.png"})

    def _shown(self, post: Post, *, raw: bool = False) -> dict[str, Any]:
        shown = {
            "id": post.ident, "topic_id": post.topic, "user_id": post.user, "username": self.users[post.user],
            "created_at": post.at.isoformat(), "updated_at": post.updated.isoformat(), "post_number": post.number,
            "version": post.version, "topic_slug": "a-game", "cooked": "<p>…</p>", "post_type": 1, "deleted_at": None,
        }  # fmt: skip
        return {**shown, "raw": post.raw} if raw else shown


def _wrong(raw: str) -> str:
    if len(raw) < LEAST:
        return f"Body is too short (minimum is {LEAST} characters)"
    return f"Body is limited to {MOST} characters; you entered {len(raw)}." if len(raw) > MOST else ""


def _refused(said: str) -> Said:
    return data({"action": "create_post", "errors": [said]}, 422)


def _not_found() -> Said:
    return data({"errors": ["The requested URL or resource could not be found."], "error_type": "not_found"}, 404)
