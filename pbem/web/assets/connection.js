// What the desk could not be asked, or refused: it is told beside the sheet, which stays as it was written.
// What only looks is tried again by itself; what sends is pressed again by whoever sent it.
"use strict";
(() => {
  const SOON = 15000, LATER = 60000;
  const form = () => document.getElementById("desk"), place = document.getElementById("connection");
  const said = (kind) => place.querySelector(`[data-said="${kind}"]`) || place.querySelector('[data-said="500"]');
  const sends = (context) => /\/(send|command)$/.test(new URL(context.request.action, location.href).pathname);
  let timer = 0, unsure = false;

  const tell = (kind) => {
    for (const one of place.children) one.hidden = one !== said(kind);
    place.hidden = false;
  };

  const again = (after) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (document.hidden || !navigator.onLine) again(after);
      else form()?.requestSubmit(form().querySelector("button.check"));
    }, after);
  };

  const failed = (context, status) => {
    if (sends(context) && (!status || status >= 500)) unsure = true;
    tell(unsure && (!status || status >= 500) ? "unsure" : status || "none");
    if (!status || status >= 500 || status === 429 || status === 408) again(status === 429 ? LATER : SOON);
  };

  const reached = (context) => {
    clearTimeout(timer);
    if (sends(context)) unsure = false;
    if (unsure) tell("again"); else place.hidden = true;
  };

  const ours = (event) => event.target.closest?.("#desk") && event.detail.ctx;

  document.addEventListener("htmx:before:response", (event) => {
    const context = ours(event), status = context && context.response.status;
    if (!context || status < 400) return;
    event.preventDefault();
    failed(context, status);
  });

  // A page that is not of the desk: of a network that wants one to log in, or of a web server before it.
  document.addEventListener("htmx:after:request", (event) => {
    const context = ours(event);
    if (!context) return;
    if (context.text.includes('id="desk"')) { reached(context); return; }
    event.preventDefault();
    failed(context, 0);
  });

  document.addEventListener("htmx:error", (event) => { if (ours(event)) failed(event.detail.ctx, 0); });
  addEventListener("online", () => { if (!place.hidden) again(500); });
  addEventListener("offline", () => { if (form()) tell(unsure ? "unsure" : "none"); });
})();
