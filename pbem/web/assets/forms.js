// Forms of a sheet: what is chosen is sent at once, and what was open stays open.
'use strict';
(() => {
  const part = () => document.getElementById('forms');

  // A change is sent by the button of its key, as it would be by hand; a new entry has a button of its own.
  document.addEventListener('change', (event) => {
    const key = event.target.closest('#forms .form-key');
    if (key && !event.target.closest('.form-new')) key.querySelector('.form-apply').click();
  });

  // Enter means the button beside the field, not the first one of the page.
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !event.target.matches('#forms input')) return;
    const near = event.target.closest('.form-new') || event.target.closest('.form-key');
    if (!near) return;
    event.preventDefault();
    (near.matches('.form-new') ? near.querySelector('[value^="add:"]') : near.querySelector('.form-apply')).click();
  });

  document.addEventListener('toggle', (event) => {
    if (!part() || !part().contains(event.target)) return;
    const open = [...part().querySelectorAll('details[open]')].map((each) => each.id);
    document.getElementById('forms-opened').value = open.join(',');
  }, true);
})();
