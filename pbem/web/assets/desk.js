// The page of a seat: checks while one writes, keeps what was written in this browser, and goes to a line.
// Everything works without it: each button sends the form, and the answer is the page.
"use strict";
(() => {
  const form = () => document.getElementById("desk");
  const sheet = () => document.getElementById("text");
  const key = () => `draft ${location.pathname}`;
  const store = (() => { try { localStorage.setItem("desk", "1"); return localStorage; } catch { return null; } })();
  let timer = 0, sent = sheet()?.value;

  const keep = () => {
    const field = sheet();
    if (field && store && form()) store.setItem(key(), JSON.stringify({ stage: form().dataset.stage, text: field.value }));
  };

  const grow = () => {
    const field = sheet();
    if (!field) return;
    field.rows = Math.min(24, Math.max(6, field.value.split("\n").length + 1));
    while (field.rows < 24 && field.scrollHeight > field.clientHeight) field.rows += 1; // long lines take several rows
  };

  const check = () => {
    const field = sheet(), button = form()?.querySelector("button.check");
    if (!field || !button || field.value === sent) return;
    sent = field.value;
    form().requestSubmit(button);
  };

  // What this browser kept and the server did not: a draft written without a connection, or of a sealed game.
  const restore = () => {
    const field = sheet();
    if (!field || !store) return;
    let kept = null;
    try { kept = JSON.parse(store.getItem(key()) || "null"); } catch { kept = null; }
    if (kept && kept.stage === form().dataset.stage && kept.text && kept.text !== field.value && kept.unsaved) {
      field.value = kept.text;
      check();
    }
  };

  document.addEventListener("input", (event) => {
    if (event.target.id !== "text") return;
    grow();
    keep();
    typed = true;
    document.querySelector("#bar .sent")?.removeAttribute("disabled");
    if (store) {
      const kept = JSON.parse(store.getItem(key()));
      store.setItem(key(), JSON.stringify({ ...kept, unsaved: true }));
    }
    clearTimeout(timer);
    timer = setTimeout(check, 600);
  });

  // What is sent now is checked with that: a check of its own would come later and hide what the answer says.
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "desk") return;
    clearTimeout(timer);
    sent = sheet()?.value;
  }, true);

  document.addEventListener("click", (event) => {
    const line = event.target.closest?.("[data-line]"), copy = event.target.closest?.("button.copy");
    if (line) {
      const field = sheet(), lines = field.value.split("\n"), at = Number(line.dataset.line) - 1;
      const start = lines.slice(0, at).reduce((sum, each) => sum + each.length + 1, 0);
      field.focus();
      field.setSelectionRange(start, start + (lines[at] || "").length);
      field.scrollTop = Math.max(0, at - 3) * (field.scrollHeight / Math.max(1, lines.length));
    }
    const happened = event.target.closest?.("[data-happened] li"), figure = document.getElementById("board");
    const named = happened && figure?.board ? figure.board.named(happened.textContent) : [];
    if (named.length) {
      figure.board.window.glide(figure.board.window.around(named, 0.8));
      figure.scrollIntoView({ block: "nearest" });
    }
    if (copy) {
      const said = copy.textContent;
      navigator.clipboard?.writeText(`---\n${sheet().value.trimEnd()}\n...\n`).then(() => {
        copy.textContent = copy.dataset.copied;
        setTimeout(() => { copy.textContent = said; }, 2000);
      });
    }
  });

  // Enter in a field sends the form by its first button, which must not be one that changes something.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches?.("#desk input")) {
      event.preventDefault();
      form().requestSubmit(form().querySelector("button.check"));
    }
  });

  document.addEventListener("htmx:after:swap", () => {
    const field = sheet();
    if (field && document.activeElement !== field) sent = field.value;
    if (document.querySelector("#told [data-sent]")) store?.removeItem(key());
    else if (field && field.value === sent && !("sealed" in form().dataset)) keep();
    show();
    const notice = document.querySelector("#told .notice[tabindex]");
    notice?.focus({ preventScroll: true });
    if (notice) document.querySelector("#told").scrollIntoView({ block: "start" });
  });

  const show = () => {
    for (const button of document.querySelectorAll("button.copy")) button.hidden = !navigator.clipboard;
    for (const field of document.querySelectorAll("#desk textarea, #desk input")) field.autocapitalize = "off";
    for (const button of document.querySelectorAll("#bar .sent")) button.disabled = true;
    grow();
  };

  // Whether anything has changed is asked now and then while the page is seen: soon after something was sent, else seldom.
  const SOON = [1500, 4000, 9000], SELDOM = 30000;
  let asked = 0, waiting = 0, soon = SOON.length, typed = false;

  const watch = () => {
    clearTimeout(waiting);
    if (!document.hidden && form()) waiting = setTimeout(look, SOON[soon++] || SELDOM);
  };

  const look = async () => {
    asked = Date.now();
    const { watch: at, state } = form().dataset;
    try {
      const got = await fetch(at, { cache: "no-cache", credentials: "same-origin" });
      const now = got.ok ? await got.text() : state;
      if (now !== state && form()?.dataset.state === state) renew();
    } catch { /* without a connection nothing is known to have changed */ }
    watch();
  };

  // The page is made again, unless something would be lost by that: then its form is, and the receipt stays.
  const renew = () => {
    const button = form().querySelector("button.check"), receipt = document.querySelector("#told [data-sent]")?.cloneNode(true);
    if (!button || !(typed || receipt || document.activeElement === sheet())) { location.reload(); return; }
    if (receipt) document.addEventListener("htmx:after:swap", () => {
      if (!document.querySelector("#told .notice")) return;
      receipt.querySelector("[data-until]")?.remove(); // the stage is over
      document.getElementById("told").append(receipt);
    }, { once: true });
    sent = sheet()?.value;
    form().requestSubmit(button);
  };

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) clearTimeout(waiting);
    else if (Date.now() - asked > SELDOM && navigator.onLine) look();
    else watch();
  });

  // What one has unfolded stays so while the form is made again.
  let unfolded = [], writingAt = null;
  const OWN = "#desk > details[id], #bar details[id]";
  document.addEventListener("htmx:before:swap", () => {
    unfolded = [...document.querySelectorAll(OWN)].filter((each) => each.open).map((each) => each.id);
    writingAt = document.activeElement === sheet() ? sheet().getBoundingClientRect().top : null;
  });
  document.addEventListener("htmx:after:swap", () => {
    for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
    // Whoever writes goes on where they are, whatever the answer has unfolded above.
    if (writingAt !== null && document.activeElement === sheet() && !document.querySelector("#told .notice"))
      scrollBy({ top: sheet().getBoundingClientRect().top - writingAt, behavior: "instant" });
    if (document.querySelector("#told [data-sent]")) { soon = 0; typed = false; }
    watch();
  });

  restore();
  show();
  watch();
})();
