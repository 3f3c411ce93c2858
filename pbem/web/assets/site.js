/* The public page of a game: another moment by slider, keys or by itself; zoom. Without it every moment is a page. */
"use strict";

const pbem = (() => {
  const main = document.querySelector("main");
  const found = (name) => document.querySelector(`[data-${name}]`);
  const slider = found("slider"), sight = found("sight"), play = found("play"), said = found("said");
  const known = new Map(), waiting = new Map();
  let rows = [], base = null, wanted = -1, shown = -1, timer = 0;

  document.documentElement.classList.add("js");

  /* ---- data: scripts call pbem.take(), since a page from a disk may load scripts and nothing else ---- */

  const file = (index) => `r${String(rows[index][0]).padStart(4, "0")}`;

  function take(kind, data) {
    if (kind === "base") base = { digest: data.digest, parts: new Map(Object.entries(data.svg).map(([name, svg]) => [name, svg.split("<")])) };
    if (kind === "moments") { rows = data; begin(); }
    if (kind === "moment") known.set(data.round, data);
  }

  function fetched(name, there) {
    if (there()) return Promise.resolve(there());
    if (!waiting.has(name)) {
      waiting.set(name, new Promise((done, failed) => {
        const script = document.createElement("script");
        script.src = `${name}.js`;
        script.onload = () => { script.remove(); waiting.delete(name); (there() ? done(there()) : failed()); };
        script.onerror = () => { script.remove(); waiting.delete(name); failed(); };
        document.head.append(script);
      }));
    }
    return waiting.get(name);
  }

  /* the board of the first moment is large: it is loaded when another moment is asked for, not with each page */
  const load = (index) => Promise.all([fetched(file(index), () => known.get(rows[index][0])), fetched("base", () => base)]).then(([moment]) => moment);

  function whole(board) {
    const parts = base.parts.get(board.name) || [];
    return board.parts.map((part) => typeof part === "string" ? part : parts.slice(part[0], part[0] + part[1]).join("<")).join("<");
  }

  /* ---- the moment that is shown ---- */

  function begin() {
    const own = rows.findIndex((row) => `r${String(row[0]).padStart(4, "0")}` === main.dataset.page);
    if (own < 0) return;
    shown = wanted = own;
    stepped();
    slider.max = rows.length - 1;
    mark();
    const asked = rows.findIndex((row) => `#r${row[0]}` === location.hash);
    if (asked >= 0 && asked !== own) go(asked);
    slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
    for (const button of document.querySelectorAll("[data-go]")) {
      button.addEventListener("click", (event) => {
        event.preventDefault();
        stop();
        go(targets()[button.dataset.go]);
      });
    }
    for (const link of document.querySelectorAll("[data-round]")) {
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        stop();
        go(rows.findIndex((row) => row[0] === Number(link.dataset.round)));
        document.querySelector(".moments").scrollIntoView({ block: "start" });
      });
    }
    addEventListener("hashchange", () => {
      const at = rows.findIndex((row) => `#r${row[0]}` === location.hash);
      if (at >= 0) go(at);
    });
    play.addEventListener("click", () => (timer ? stop() : start()));
    addEventListener("keydown", key);
  }

  const targets = () => ({ first: 0, before: wanted - 1, after: wanted + 1, latest: rows.length - 1 });

  function go(index, quietly) {
    index = Math.min(Math.max(index, 0), rows.length - 1);
    if (index === wanted) return Promise.resolve();
    wanted = index;
    mark();
    return load(index).then((moment) => {
      if (wanted !== index) return;
      if (base && moment.base !== base.digest) throw new Error("the pages have changed");
      show(moment, index, quietly);
      for (const next of [index + 1, index - 1]) if (next >= 0 && next < rows.length) load(next).catch(() => {});
    }).catch(() => { if (wanted === index) location.href = `${file(index)}.html`; });
  }

  function show(moment, index, quietly) {
    const open = [...document.querySelectorAll("[data-moment] > details")].filter((one) => one.open).map((one) => one.querySelector("summary").textContent);
    found("moment").innerHTML = moment.words;
    for (const board of moment.boards) {
      const place = document.querySelector(`[data-board="${CSS.escape(board.name)}"]`);
      if (!place) continue;
      place.innerHTML = whole(board);
      place.setAttribute("aria-label", board.alt);
    }
    for (const one of document.querySelectorAll("[data-moment] > details")) one.open = open.includes(one.querySelector("summary").textContent);
    shown = index;
    follow();
    stepped();
    if (!quietly) said.textContent = `${rows[index][1]}: ${rows[index][2]}`;
    try { history.replaceState(null, "", `#r${rows[index][0]}`); } catch { /* some browsers forbid it for files */ }
  }

  function mark() {
    slider.value = wanted;
    slider.setAttribute("aria-valuetext", `${rows[wanted][1]}: ${rows[wanted][2]}`);
    found("when").textContent = rows[wanted][1];
    found("label").textContent = rows[wanted][2];
    for (const button of document.querySelectorAll("[data-go]")) {
      const to = targets()[button.dataset.go];
      const none = to < 0 || to >= rows.length || to === wanted;
      if (none) button.removeAttribute("href"); else button.setAttribute("href", `${file(to)}.html`);
      none ? button.setAttribute("aria-disabled", "true") : button.removeAttribute("aria-disabled");
      none ? button.setAttribute("role", "link") : button.removeAttribute("role");
    }
    for (const link of document.querySelectorAll("[data-round]")) {
      Number(link.dataset.round) === rows[wanted][0] ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
    }
  }

  /* ---- by itself, and by keys ---- */

  function start() {
    play.textContent = play.dataset.on;
    timer = setTimeout(step, wanted >= rows.length - 1 ? 0 : 300);
  }

  function step() {
    const next = wanted >= rows.length - 1 ? 0 : wanted + 1;
    go(next, true).then(() => {
      if (!timer) return;
      if (wanted >= rows.length - 1) stop();
      else timer = setTimeout(step, 1500);
    });
  }

  function stop() {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    play.textContent = play.dataset.off;
  }

  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const to = { ArrowLeft: "before", ArrowRight: "after" }[event.key];
    const inside = event.target.closest(".moments"); // letters and signs mean something there alone
    const zoom = inside && sight && { "+": "in", "=": "in", "-": "out", 0: "whole" }[event.key];
    if (to) { stop(); go(targets()[to]); }
    else if (inside && event.key === "p") timer ? stop() : start();
    else if (zoom) zoomed(zoom);
    else return;
    event.preventDefault();
  }

  /* ---- tables of combats: row by row, with what came of it hidden until the last ---- */

  function stepped() {
    for (const table of document.querySelectorAll("[data-moment] > .table")) {
      const rows = [...table.tBodies[0].rows], button = document.createElement("button"), after = table.nextElementSibling;
      if (rows.length < 3) continue;
      let visible = rows.length;
      const update = () => {
        rows.forEach((row, n) => { row.hidden = n >= visible; });
        if (after && after.tagName === "UL") after.hidden = visible < rows.length;
        button.textContent = visible < rows.length ? main.dataset.next : main.dataset.rows;
      };
      button.type = "button";
      button.className = "rows";
      button.addEventListener("click", () => { visible = visible < rows.length ? visible + 1 : 1; update(); });
      update();
      table.after(button);
    }
  }

  /* ---- zoom: the board keeps its place when the moment changes ---- */

  const most = 8, following = found("follow");
  let scale = 0, left = 0, top = 0, least = 1;

  function place() {
    const svg = sight && sight.querySelector("svg");
    if (!svg) return;
    const width = sight.clientWidth, height = sight.clientHeight, high = svg.clientHeight;
    least = Math.min(1, height / high);
    scale = Math.min(Math.max(scale, least), most);
    const within = (at, room, size) => (size < room ? (room - size) / 2 : Math.min(0, Math.max(at, room - size)));
    left = within(left, width, width * scale);
    top = within(top, height, high * scale);
    svg.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
    sight.classList.toggle("near", scale > least * 1.01);
  }

  /* Go where things moved, with some of the board around it; without moves the whole board is shown. */
  function follow() {
    if (!sight || following.getAttribute("aria-pressed") !== "true") return place();
    const svg = sight.querySelector("svg"), boxes = [...sight.querySelectorAll("[data-moves]")].map((group) => group.getBBox());
    const all = svg.viewBox.baseVal, unit = sight.clientWidth / all.width;
    scale = left = top = 0;
    if (boxes.length) {
      const x = Math.min(...boxes.map((box) => box.x)), y = Math.min(...boxes.map((box) => box.y));
      const wide = Math.max(...boxes.map((box) => box.x + box.width)) - x, high = Math.max(...boxes.map((box) => box.y + box.height)) - y;
      scale = Math.min(Math.max(Math.min(sight.clientWidth / (wide + 160) / unit, sight.clientHeight / (high + 160) / unit), least), 4);
      left = sight.clientWidth / 2 - (x + wide / 2 - all.x) * unit * scale;
      top = sight.clientHeight / 2 - (y + high / 2 - all.y) * unit * scale;
    }
    place();
  }

  function nearer(factor, x, y) {
    const before = scale;
    scale = Math.min(Math.max(scale * factor, least), most);
    left = x - (x - left) * scale / before;
    top = y - (y - top) * scale / before;
    place();
  }

  function zoomed(how) {
    if (how === "whole") { scale = left = top = 0; place(); }
    else nearer(how === "in" ? 1.6 : 1 / 1.6, sight.clientWidth / 2, sight.clientHeight / 2);
  }

  if (sight) {
    const fingers = new Map();
    const at = (event) => { const box = sight.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
    following.addEventListener("click", () => {
      const on = following.getAttribute("aria-pressed") !== "true";
      following.setAttribute("aria-pressed", on);
      on ? follow() : zoomed("whole");
    });
    if (matchMedia("(max-width: 700px)").matches) following.setAttribute("aria-pressed", true);
    for (const button of document.querySelectorAll("[data-zoom]")) button.addEventListener("click", () => zoomed(button.dataset.zoom));
    sight.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && scale <= least && event.deltaY > 0) return;
      event.preventDefault();
      nearer(Math.exp(-event.deltaY / 400), ...at(event));
    }, { passive: false });
    sight.addEventListener("dblclick", (event) => { if (!event.target.closest("button")) nearer(2, ...at(event)); });
    sight.addEventListener("pointerdown", (event) => {
      if (event.target.closest("button")) return;
      fingers.set(event.pointerId, at(event));
      if (sight.classList.contains("near") || fingers.size > 1) sight.setPointerCapture(event.pointerId);
      sight.classList.add("held");
    });
    sight.addEventListener("pointermove", (event) => {
      if (!fingers.has(event.pointerId)) return;
      const before = [...fingers.values()], now = at(event), old = fingers.get(event.pointerId);
      fingers.set(event.pointerId, now);
      if (fingers.size === 1) {
        if (!sight.classList.contains("near")) return;
        left += now[0] - old[0];
        top += now[1] - old[1];
        place();
      } else if (fingers.size === 2) {
        const after = [...fingers.values()];
        const span = ([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
        const middle = ([a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
        const [x, y] = middle(after), [oldX, oldY] = middle(before);
        left += x - oldX;
        top += y - oldY;
        nearer(span(after) / span(before), x, y);
      }
    });
    const gone = (event) => { fingers.delete(event.pointerId); if (!fingers.size) sight.classList.remove("held"); };
    for (const end of ["pointerup", "pointercancel"]) sight.addEventListener(end, gone);
    sight.addEventListener("touchmove", (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
    addEventListener("resize", () => { if (!sight.classList.contains("near")) scale = 0; follow(); });
    follow();
  }

  /* ---- times as the reader's clock has them, too ---- */

  for (const time of document.querySelectorAll("[data-time]")) {
    const there = new Date(time.dateTime);
    const here = there.toLocaleString(document.documentElement.lang || undefined, { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });
    time.title = here;
  }

  return { take };
})();
