/* The page of sealed letters: all of it happens in the browser, and all cryptography is age's. */
"use strict";

(() => {
  const PACKED = new TextEncoder().encode("pbem-z1\n"), BLOCK = 4096, LENGTH = 8, MOST = 1e6, WIDTH = 76;
  const at = (id) => document.getElementById(id);
  const words = at("words").dataset;
  for (const field of document.querySelectorAll("textarea, input")) field.autocapitalize = "off";
  const fill = (name, args = {}) => Object.entries(args).reduce((line, [key, value]) => line.replaceAll(`{${key}}`, () => value), words[name]);

  function made(tag, text = "", kind = "") {
    const element = document.createElement(tag);
    element.textContent = text;
    element.className = kind;
    return element;
  }

  function tell(where, lines, kind = "ok") {
    at(where).replaceChildren(...[lines].flat().map((line) => made("p", line)));
    at(where).className = kind;
  }

  /* ---- blocks, as pbem/store/sealed_blocks.py has them ---- */

  const HEAD = "-----BEGIN AGE ENCRYPTED FILE-----", TAIL = "-----END AGE ENCRYPTED FILE-----";
  const MARKER = /(BEGIN|END)\s{1,9}AGE\s{1,9}ENCRYPTED\s{1,9}FILE/;
  const NOISE = /<\/?[A-Za-z][^<>]{0,300}>|\[\/?[A-Za-z][^[\]]{0,100}\]|[^A-Za-z0-9+/]/g;
  const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,7}));/g;
  const NAMED = { plus: "+", sol: "/", equals: "=", amp: "&", lt: "<", gt: ">", nbsp: " " };

  function unescaped(text) {
    return text.replace(ENTITY, (whole, ten, sixteen, name) => {
      const code = name ? -1 : parseInt(ten ?? sixteen, ten ? 10 : 16);
      return name ? NAMED[name] ?? whole : code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
  }

  function blocksIn(text) {
    const pieces = unescaped(text).replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "").split(MARKER), found = new Set();
    for (let n = 1; n < pieces.length; n += 2) {
      const body = pieces[n] === "BEGIN" ? pieces[n + 1].replace(NOISE, "") : "";
      const whole = body + "=".repeat((4 - (body.length % 4)) % 4);
      if (body.length >= 100) found.add([HEAD, ...whole.match(/.{1,64}/g), TAIL, ""].join("\n"));
    }
    return [...found];
  }

  async function through(bytes, stream) {
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(), parts = [];
    let size = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parts.push(next.value);
      size += next.value.length;
      if (size > MOST) throw new Error("too long");
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }

  /* The block of a part, and whether it fills no more than one piece of padding. */
  async function sealed(part, recipient) {
    const squeezed = await through(new TextEncoder().encode(JSON.stringify(part)), new CompressionStream("deflate"));
    const length = PACKED.length + squeezed.length, size = Math.ceil((length + LENGTH) / BLOCK) * BLOCK, filled = new Uint8Array(size);
    filled.set(PACKED);
    filled.set(squeezed, PACKED.length);
    new DataView(filled.buffer).setBigUint64(size - LENGTH, BigInt(length));
    const encrypter = new age.Encrypter();
    encrypter.addRecipient(recipient);
    return [age.armor.encode(await encrypter.encrypt(filled)), size === BLOCK];
  }

  /* The letter in a block, or why there is none: it is for another key, or damaged. */
  async function opened(block, keys) {
    const decrypter = new age.Decrypter();
    keys.forEach((key) => decrypter.addIdentity(key));
    try {
      const filled = await decrypter.decrypt(age.armor.decode(block));
      const length = Number(new DataView(filled.buffer, filled.byteOffset).getBigUint64(filled.length - LENGTH));
      if (PACKED.some((byte, n) => filled[n] !== byte)) return "damaged";
      const squeezed = filled.subarray(PACKED.length, length);
      const part = JSON.parse(new TextDecoder().decode(await through(squeezed, new DecompressionStream("deflate"))));
      const sound = part.sealed === "letter" && Number.isInteger(part.round) && [part.game, part.seat, part.text].every((one) => typeof one === "string");
      return sound ? part : "damaged";
    } catch (error) {
      return /no identity matched/.test(error.message) ? "another" : "damaged";
    }
  }

  /* ---- what is kept in this browser: the keys, the present one first, and the key of each game ---- */

  const KEPT = "pbem-sealed";
  let kept = { keys: [], games: {} };
  try {
    kept = { ...kept, ...JSON.parse(localStorage.getItem(KEPT)) };
  } catch { /* there is nothing, or it may not be read */ }

  function keep() {
    try {
      localStorage.setItem(KEPT, JSON.stringify(kept));
      return true;
    } catch {
      return false;
    }
  }

  async function saved() {
    const each = kept.keys.map(async (key) => `# public key: ${await age.identityToRecipient(key)}\n${key}\n`);
    return (await Promise.all(each)).join("");
  }

  async function showKeys() {
    const there = kept.keys.length > 0;
    at("no-key").hidden = there;
    at("has-key").hidden = !there;
    at("line").value = there ? `key: ${await age.identityToRecipient(kept.keys[0])}` : "";
    at("key-text").value = await saved();
  }

  async function addKeys(keys, said) {
    kept.keys = [...new Set([...keys, ...kept.keys])];
    const lasting = keep();
    await showKeys();
    tell("key-told", lasting ? words[said] : [words[said], words.notKept], lasting ? "ok" : "warn");
  }

  async function useKeys(text) {
    const keys = (text.match(/AGE-SECRET-KEY-1[0-9A-Z]*/gi) ?? []).map((key) => key.toUpperCase());
    try {
      await Promise.all(keys.map(age.identityToRecipient));
    } catch {
      return tell("key-told", words.badKey, "bad");
    }
    if (!keys.length) return tell("key-told", words.badKey, "bad");
    at("own").value = "";
    return addKeys(keys, "keyUsed");
  }

  at("make").onclick = at("another").onclick = async () => {
    if (kept.keys.length && !confirm(words.sureAnother)) return;
    await addKeys([await age.generateX25519Identity()], "keyMade");
  };
  at("use").onclick = () => useKeys(at("own").value);
  at("file").onclick = () => { at("file").value = ""; }; // or the same file again is no change
  at("file").onchange = async () => useKeys(await at("file").files[0].text());
  at("save").onclick = async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([await saved()], { type: "text/plain" }));
    link.download = "key-of-sealed-letters.txt";
    link.click();
  };
  at("forget").onclick = async () => {
    if (!confirm(words.sureForget)) return;
    kept.keys = [];
    keep();
    await showKeys();
    tell("key-told", words.forgotten);
  };

  /* ---- the text of a letter as a page ---- */

  const LIST = /^( *)- +(?=\S)/, FORM = /^---(?: |$)/, RULE = /^={3,}$/;

  /* Lines as they were before they were folded: a line goes on in the next if its first word had no room any more. */
  function joined(lines) {
    return lines.map((line, n) => {
      const next = lines[n + 1];
      if (next === undefined) return line.trim();
      const room = line.trimEnd().length + 1 + next.trim().split(" ")[0].length;
      return line.trim() + (room > WIDTH ? " " : "\n");
    }).join("");
  }

  function running(tag, lines, kind = "") {
    const element = made(tag, "", kind);
    joined(lines).split(/`([^`]+)`/).forEach((part, n) => element.append(n % 2 ? made("code", part) : part));
    return element;
  }

  const cells = (line) => line.trim().split(/ {2,}/);

  /* How many of *lines*, from the first, are rows of a table: of as many cells, which stand in columns. */
  function rows(lines) {
    const count = cells(lines[0]).length;
    const end = lines.findIndex((line) => LIST.test(line) || cells(line).length !== count || count < 2);
    return end < 0 ? lines.length : end;
  }

  function table(lines) {
    const body = made("tbody");
    for (const line of lines) {
      const row = made("tr");
      cells(line).forEach((cell, n) => row.append(made(n ? "td" : "th", cell)));
      row.firstChild.scope = "row";
      body.append(row);
    }
    const whole = made("table");
    whole.append(body);
    return whole;
  }

  function item(lines, indent) {
    const end = lines.findIndex((line, n) => n && (LIST.test(line) || !line.startsWith(" ".repeat(indent + 2))));
    return end < 0 ? lines.length : end;
  }

  /* The elements of lines without a blank one between them. */
  function* together(lines) {
    while (lines.length) {
      const list = LIST.exec(lines[0]), indented = /^ {2,}/.test(lines[0]);
      let end = list ? item(lines, list[1].length) : rows(lines);
      if (list) {
        const entry = running("li", [lines[0].replace(LIST, "$1  "), ...lines.slice(1, end)]);
        entry.dataset.deep = list[1].length > 0;
        yield entry;
      } else if (end > 1) {
        yield table(lines.slice(0, end));
      } else {
        end = lines.findIndex((line, n) => n && (LIST.test(line) || /^ {2,}/.test(line) !== indented || rows(lines.slice(n)) > 1));
        if (end < 0) end = lines.length;
        yield running("p", lines.slice(0, end), indented ? "indented" : "");
      }
      lines = lines.slice(end);
    }
  }

  function page(text) {
    const lines = text.split(/\r?\n/), found = [];
    const plain = (n) => lines[n]?.trim() && !FORM.test(lines[n]) && !RULE.test(lines[n + 1] ?? "");
    for (let n = 0; n < lines.length;) {
      const closes = FORM.test(lines[n]) ? lines.findIndex((line, later) => later > n && line === "...") : -1;
      let end = n + 1;
      if (closes > 0) {
        end = closes + 1;
        found.push(made("pre", lines.slice(n, end).join("\n")));
      } else if (RULE.test(lines[n + 1] ?? "") && lines[n].trim()) {
        end = n + 2;
        found.push(made("h4", lines[n]));
      } else if (lines[n].trim()) {
        while (plain(end)) end += 1;
        found.push(...together(lines.slice(n, end)));
      }
      n = end;
    }
    return grouped(found);
  }

  /* Entries of lists in a list. */
  function grouped(elements) {
    const found = [];
    for (const one of elements) {
      if (one.tagName !== "LI") found.push(one);
      else if (found.at(-1)?.tagName === "UL") found.at(-1).append(one);
      else found.push(made("ul")), found.at(-1).append(one);
    }
    return found;
  }

  /* The form in a letter: the last thing in it from a line --- to a line ... */
  function formIn(text) {
    const lines = text.split(/\r?\n/), closes = lines.lastIndexOf("...");
    const opens = lines.findLastIndex((line, n) => n < closes && FORM.test(line));
    return opens < 0 ? "" : lines.slice(opens, closes + 1).join("\n") + "\n";
  }

  /* ---- reading and replying ---- */

  let form = "";

  function reply(letter) {
    at("game").value = letter.game;
    at("round").value = letter.round;
    at("seat").value = letter.seat;
    at("recipient").value = kept.games[letter.game] ?? "";
    at("sheet").value = form = formIn(letter.text);
    at("sealed").hidden = true;
    tell("seal-told", "", "");
  }

  function shown(letter) {
    const article = made("article"), button = made("button", words.reply);
    article.append(made("h3", fill("from", letter)), ...page(letter.text));
    button.type = "button";
    button.onclick = () => {
      reply(letter);
      at("sheet").focus();
    };
    article.append(button);
    return article;
  }

  at("read").onclick = async () => {
    if (!kept.keys.length) return tell("read-told", words.keyFirst, "bad");
    const blocks = blocksIn(at("page").value), found = await Promise.all(blocks.map((block) => opened(block, kept.keys)));
    const letters = found.filter((one) => one.sealed).sort((one, other) => one.round - other.round);
    const count = (what) => found.filter((one) => one === what).length;
    const lines = [];
    if (!blocks.length) lines.push(words.noBlocks);
    else if (letters.length) lines.push(fill("opened", { n: letters.length, others: count("another") }));
    else if (count("another")) lines.push(fill("noneForYou", { n: count("another") }));
    const places = new Set(letters.map((one) => JSON.stringify([one.game, one.round, one.seat])));
    if (places.size < letters.length) lines.push(words.sameNumber);
    if (count("damaged")) lines.push(fill("damaged", { n: count("damaged") }));
    at("letters").replaceChildren(...letters.map(shown));
    if (letters.length && at("sheet").value.trim() === form.trim()) reply(letters.at(-1));
    return tell("read-told", lines, letters.length && lines.length === 1 ? "ok" : "bad");
  };

  /* What is missing before a sheet can be sealed. */
  async function wrong(part, recipient) {
    if (!part.text.trim()) return words.noSheet;
    if (!part.game || !part.seat || !/^\d{1,9}$/.test(at("round").value.trim())) return words.noPlace;
    if (!recipient) return words.noRecipient;
    const own = await Promise.all(kept.keys.map(age.identityToRecipient));
    return own.includes(recipient) ? words.ownRecipient : "";
  }

  at("seal").onclick = async () => {
    const recipient = at("recipient").value.match(/age1[0-9a-z]+/)?.[0] ?? "", round = Number(at("round").value);
    const part = { sealed: "sheet", game: at("game").value.trim(), round, seat: at("seat").value.trim(), text: at("sheet").value };
    at("sealed").hidden = true;
    const problem = await wrong(part, recipient);
    if (problem) return tell("seal-told", problem, "bad");
    const before = kept.games[part.game];
    if (before && before !== recipient && !confirm(fill("otherRecipient", { before, now: recipient }))) return null;
    try {
      const [block, usual] = await sealed(part, recipient);
      at("block").value = `[code]\n${block}[/code]\n`;
      kept.games[part.game] = recipient;
      keep();
      at("sealed").hidden = false;
      return tell("seal-told", usual ? fill("sealedFor", part) : [fill("sealedFor", part), words.longer]);
    } catch {
      return tell("seal-told", words.badRecipient, "bad");
    }
  };

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.onclick = async () => {
      const from = at(button.dataset.copy);
      from.select();
      try {
        await navigator.clipboard.writeText(from.value);
      } catch {
        document.execCommand("copy");
      }
      const label = button.dataset.label ??= button.textContent;
      button.textContent = words.copied;
      setTimeout(() => { button.textContent = label; }, 3000);
    };
  }

  document.documentElement.classList.add("js");
  const lacks = !crypto.subtle ? "insecure" : !globalThis.CompressionStream ? "oldBrowser" : "";
  if (!lacks) return showKeys();
  for (const button of document.querySelectorAll("button")) button.disabled = true;
  return tell("key-told", words[lacks], "bad");
})();
