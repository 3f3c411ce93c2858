// Forms of a sheet: what is chosen is sent at once, with the sheet as it is in its editor now.
'use strict';
(() => {
  const sheet = () => document.querySelector('textarea[name=text]');

  document.addEventListener('change', (event) => {
    const form = event.target.closest('.forms form');
    if (!form || event.target.closest('.form-new') || !form.checkValidity()) return;
    form.querySelector('.form-apply').click();
  });

  document.addEventListener('submit', (event) => {
    const form = event.target.closest('.forms form');
    if (!form) return;
    const text = sheet();
    if (text) form.querySelector('[data-sheet]').value = text.value;
    const open = [...document.querySelectorAll('.form-key[open]')].map((key) => key.dataset.key);
    form.querySelector('[data-opened]').value = open.join(',');
  }, true);

  const folds = new Set();
  document.addEventListener('toggle', (event) => {
    if (!event.target.matches || !event.target.matches('.form-more')) return;
    if (event.target.open) folds.add(event.target.id); else folds.delete(event.target.id);
  }, true);
  new MutationObserver(() => {
    for (const id of folds) {
      const fold = document.getElementById(id);
      if (fold && !fold.open) fold.open = true;
    }
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
