// The page that says that a browser has forgotten the page of a seat: what scripts kept of it is forgotten, too.
"use strict";
(() => {
  const root = document.getElementById("left").dataset.root;
  const forget = (store) => {
    for (const name of Object.keys(store)) {
      const of = name.split(" ").slice(1).join(" ");
      if (of === root || of.startsWith(`${root}/`)) store.removeItem(name);
    }
  };
  try { forget(localStorage); forget(sessionStorage); } catch { /* nothing can be kept here */ }
})();
