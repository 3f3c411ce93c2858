// A button copies the text of the field that it names. Without a script that text can be selected.
"use strict";
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.onclick = async () => {
    const from = document.getElementById(button.dataset.copy);
    from.select();
    try {
      await navigator.clipboard.writeText(from.value);
    } catch {
      document.execCommand("copy");
    }
    button.textContent = button.dataset.copied;
  };
}
