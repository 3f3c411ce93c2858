/* Repeats the draws of a record as docs/chance.md describes them. */
"use strict";

const pbem = (() => {
  const text = new TextEncoder();
  const hex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");

  /* ---- SHA-256 and HMAC: the browser's own, which it has only for pages that came safely, or else these ---- */

  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  const rounds = primes.map((prime) => fraction(Math.cbrt(prime)));
  const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

  function sha256(bytes) {
    const state = Uint32Array.from(initial), words = new Uint32Array(64);
    const data = new Uint8Array((bytes.length + 72) & ~63), view = new DataView(data.buffer);
    data.set(bytes);
    data[bytes.length] = 0x80;
    view.setUint32(data.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(data.length - 4, bytes.length << 3);
    const turned = (x, n) => (x >>> n) | (x << (32 - n));
    for (let at = 0; at < data.length; at += 64) {
      for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
      for (let i = 16; i < 64; i++) {
        const a = words[i - 15], b = words[i - 2];
        words[i] = words[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + words[i - 7] + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i] + words[i]) | 0;
        const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((value, i) => { state[i] += value; });
    }
    const out = new Uint8Array(32);
    state.forEach((value, i) => new DataView(out.buffer).setUint32(4 * i, value));
    return out;
  }

  function plainHmac(key, message) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? sha256(key) : key);
    const padded = (by, rest) => { const all = new Uint8Array(64 + rest.length); all.set(block.map((one) => one ^ by)); all.set(rest, 64); return all; };
    return sha256(padded(0x5c, sha256(padded(0x36, message))));
  }

  function maker(native) {
    if (!native) return { digest: async (bytes) => sha256(bytes), hmac: async (key, message) => plainHmac(key, message) };
    const imported = new Map();
    return {
      digest: async (bytes) => new Uint8Array(await native.digest("SHA-256", bytes)),
      hmac: async (key, message) => {
        const name = hex(key);
        if (!imported.has(name)) imported.set(name, native.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]));
        return new Uint8Array(await native.sign("HMAC", await imported.get(name), message));
      },
    };
  }

  let made = maker(globalThis.crypto && globalThis.crypto.subtle);

  /* ---- numbers and draws ---- */

  function stream(key, name) {
    let block = new Uint8Array(0), at = 0, n = 0;
    const next = async () => {
      if (at >= block.length) {
        const named = text.encode(name), message = new Uint8Array(named.length + 5);
        message.set(named);
        new DataView(message.buffer).setUint32(named.length + 1, n++);
        block = await made.hmac(text.encode(key), message);
        at = 0;
      }
      at += 4;
      return new DataView(block.buffer, block.byteOffset).getUint32(at - 4);
    };
    return async (below) => {
      const limit = 2 ** 32 - (2 ** 32 % below);
      let number;
      do number = await next(); while (number >= limit);
      return number % below;
    };
  }

  async function repeated(draw, below) {
    if (draw.kind === "number") return below(draw.of);
    if (draw.kind === "one") return draw.of[await below(draw.of.length)];
    const items = [...draw.of];
    for (let i = items.length - 1; i > 0; i--) {
      const j = await below(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  }

  async function keysOf(record) {
    const keys = record.keys.map((one) => one.key), words = Object.entries(record.words);
    if (!words.some(([, said]) => said)) return keys;
    const message = text.encode("words of chance\n" + words.map(([seat, said]) => `${seat}=${said}\n`).join(""));
    return Promise.all(keys.map(async (key) => hex(await made.hmac(text.encode(key), message))));
  }

  /* What is wrong with a record: keys by their numbers, and whether each draw comes out as recorded. */
  async function verify(record, told) {
    const found = { method: record.method === 1, keys: [], told: true, draws: [] };
    if (!found.method) return found;
    for (const [n, one] of record.keys.entries()) if (hex(await made.digest(text.encode(one.key))) !== one.sha256) found.keys.push(n);
    found.told = !told || (record.keys.length > 0 && record.keys[0].sha256 === told);
    const keys = await keysOf(record);
    let before = null, below = null;
    for (const draw of record.draws) {
      const same = before && before.entry === draw.entry && before.draw === draw.draw && before.key === draw.key;
      if (!same) below = stream(keys[draw.key] || "", draw.draw);
      before = draw;
      const right = draw.key in keys && JSON.stringify(await repeated(draw, below)) === JSON.stringify(draw.result);
      found.draws.push(right);
    }
    return found;
  }

  /* ---- the page ---- */

  const main = document.querySelector("main");
  const said = main && main.querySelector("[data-words]"), result = main && main.querySelector("[data-result]"), rows = main && main.querySelector("[data-draws]");
  document.documentElement.classList.add("js");

  function tell(lines, right) {
    result.replaceChildren(...lines.map((line) => { const told = document.createElement("p"); told.textContent = line; return told; }));
    result.className = `result ${right ? "ok" : "bad"}`;
  }

  function list(record) {
    rows.replaceChildren(...record.draws.map((draw) => {
      const row = document.createElement("tr"), head = document.createElement("th"), what = document.createElement("td");
      head.scope = "row";
      head.textContent = draw.draw;
      what.textContent = Array.isArray(draw.result) ? draw.result.join(" ") : typeof draw.result === "object" ? JSON.stringify(draw.result) : draw.result;
      row.append(head, what, document.createElement("td"));
      return row;
    }));
  }

  async function check(record, told) {
    const fill = (name, args) => Object.entries(args).reduce((line, [key, value]) => line.replace(`{${key}}`, value), said.dataset[name]);
    tell([said.dataset.busy], true);
    const found = await verify(record, told);
    if (!found.method) return tell([said.dataset.method], false);
    found.draws.forEach((right, n) => {
      const cell = rows.rows[n].lastElementChild;
      cell.textContent = right ? said.dataset.right : said.dataset.wrong;
      cell.className = right ? "" : "wrong";
    });
    const wrong = found.draws.filter((right) => !right).length, n = found.draws.length;
    const lines = [wrong ? fill("some", { wrong, n }) : fill("agree", { n })];
    for (const key of found.keys) lines.push(fill("key", { n: key }));
    if (!found.told) lines.push(said.dataset.told);
    tell(lines, !wrong && !found.keys.length && found.told);
  }

  async function take(_kind, record) {
    await check(record, main.dataset.told);
  }

  if (main) {
    main.querySelector("[data-file]").addEventListener("click", (event) => { event.target.value = ""; }); // or the same file again is no change
    main.querySelector("[data-file]").addEventListener("change", async (event) => {
      let record;
      try {
        record = JSON.parse(await event.target.files[0].text());
        list(record);
        await check(record, main.dataset.told);
      } catch {
        tell([said.dataset.unreadable], false);
      }
    });
  }

  return { take, verify, useOwn: () => { made = maker(null); }, sha256: (bytes) => hex(sha256(bytes)) };
})();
