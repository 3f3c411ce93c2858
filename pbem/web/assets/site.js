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
    if (inside && seen && panzoom.key(seen, event)) { /* it moved or zoomed the board */ }
    else if (to) { stop(); go(targets()[to]); }
    else if (inside && event.key === "p") timer ? stop() : start();
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

  const following = found("follow"), closest = 4, farthest = 8, margin = 80;
  let seen = null;

  function place() {
    const svg = sight && sight.querySelector("svg");
    if (!svg) return;
    if (seen) { if (seen.svg !== svg) seen.hold(svg); return; }
    seen = new panzoom.Sight(sight, svg, () => sight.classList.toggle("near", !seen.isWhole));
    sight.style.aspectRatio = `${seen.full.width} / ${seen.full.height}`;
    seen.most = Math.max(seen.most, farthest * seen.least);
    seen.set(seen.whole);
  }

  /* Go where things moved, with some of the board around it; without moves the whole board is shown. */
  function follow() {
    place();
    if (!seen || following.getAttribute("aria-pressed") !== "true") return;
    const boxes = [...sight.querySelectorAll("[data-moves]")].map((group) => group.getBBox());
    const corners = boxes.flatMap((box) => [{ x: box.x, y: box.y }, { x: box.x + box.width, y: box.y + box.height }]);
    seen.still();
    seen.set(corners.length ? seen.around(corners, closest * seen.least, margin) : seen.whole);
    seen.draw();
  }

  if (sight && sight.querySelector("svg")) {
    place();
    following.addEventListener("click", () => {
      const on = following.getAttribute("aria-pressed") !== "true";
      following.setAttribute("aria-pressed", on);
      on ? follow() : panzoom.step(seen, "all");
    });
    if (matchMedia("(max-width: 700px)").matches) following.setAttribute("aria-pressed", true);
    for (const button of document.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => panzoom.step(seen, button.dataset.zoom));
    }
    panzoom.hand(seen, { loose: true, free: (event) => event.target.closest("button") });
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
