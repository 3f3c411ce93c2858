/* The living board: moves and zooms the drawing, and puts the buttons of the list beside it on the board.

   The list is all there is: a tap on the board presses a button of it. Nothing here knows of any game. */
'use strict';
(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const {Sight, hand, within, distance} = panzoom;
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let pressed = false;  // whether what was done last was done here, and not in a form or the text
  const RADIUS = 11, NEAR = 26, FINGER = 9;

  const make = (name, attributes = {}, ...inside) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...inside);
    return node;
  };

  /* What the list offers now, read from its buttons. */
  class Offer {
    constructor(list) {
      const every = selector => list ? [...list.querySelectorAll(selector)] : [];
      this.subjects = every('button[data-thing]').map(button => ({
        button,
        thing: button.dataset.thing,
        place: button.dataset.place || '',
        way: (button.dataset.way || '').split(' ').filter(Boolean),
        refused: 'refused' in button.dataset,
        chosen: button.getAttribute('aria-pressed') === 'true',
        signs: (button.dataset.signs || '').split(' ').filter(Boolean),
        said: button.textContent.replace(/\s+/g, ' ').trim(),
      }));
      this.chosen = this.subjects.find(one => one.chosen) || null;
      this.list = list;
      const now = list && list.querySelector('#board-now');
      this.now = now ? [...now.querySelectorAll('.line, .comes li > span:not(.sign)')].map(one => one.textContent.replace(/\s+/g, ' ').trim()).join('. ') : '';
      this.bars = every('[data-bar]').map(one => one.dataset.bar);
      this.places = new Map();
      for (const button of every('button[data-place][data-steps]')) {
        const choice = {
          button,
          place: button.dataset.place,
          steps: Number(button.dataset.steps),
          signs: (button.dataset.signs || '').split(' ').filter(Boolean),
          counts: button.getAttribute('aria-pressed') === 'true',
          said: button.querySelector('.said').textContent.trim(),
        };
        this.places.set(choice.place, [...(this.places.get(choice.place) || []), choice]);
      }
    }
    /* The shape of a sign, as the list has it. */
    sign(name) {
      const found = this.list.querySelector(`svg.omen-${name}`);
      return found ? [...found.children].map(one => one.cloneNode()) : [];
    }
    subject(thing) { return this.subjects.find(one => one.thing === thing) || null; }
  }

  class Board {
    constructor(figure, svg) {
      this.figure = figure;
      this.view = figure.querySelector('.board-view');
      this.svg = svg;
      this.things = new Map();
      for (const node of svg.querySelectorAll('[data-thing][data-x]')) {
        const {thing, name} = node.dataset, x = Number(node.dataset.x), y = Number(node.dataset.y);
        this.things.set(thing, {node, thing, name: name || thing, x, y, id: thing.slice(thing.indexOf(' ') + 1)});
      }
      this.view.replaceChildren(svg);
      svg.setAttribute('aria-hidden', 'true');
      this.under = make('g', {class: 'board-under'});
      this.over = make('g', {class: 'board-over'});
      const first = svg.querySelector('[data-thing][data-x]'), sheet = first ? first.closest('svg') : svg;
      sheet.insertBefore(this.under, [...sheet.children].find(one => one.contains(first)) || null);
      sheet.append(this.over);
      this.marks = [];
      this.window = new Sight(this.view, svg, () => this.scaled());
      this.tools = figure.querySelector('.board-tools');
      this.legend = figure.querySelector('.board-legend');
      this.facts = figure.querySelector('.board-told');
      this.hint = figure.querySelector('.board-hint');
      this.asked = 0;
      figure.querySelector('.board-foot').hidden = false;
      this.cursor = null;
      this.pointed();
      this.keyed();
      this.read();
      this.begin();
    }

    /* A place by its id: a thing with a middle that is not of a kind that is given orders. */
    place(id) {
      const kinds = new Set(this.offer.subjects.map(one => one.thing.split(' ')[0]));
      const found = [...this.things.values()].filter(one => one.id === id);
      return found.find(one => !kinds.has(one.thing.split(' ')[0])) || found[0] || null;
    }

    get kept() { return `board ${this.figure.dataset.src.split('?')[0]}`; }

    begin() {
      let kept = null;
      try { kept = JSON.parse(sessionStorage.getItem(this.kept)); } catch { /* none is kept */ }
      if (kept && kept.k > 0 && kept.stage === this.figure.dataset.stage) { this.window.set(kept); return; }
      const own = this.offer.subjects.map(one => this.things.get(one.thing) || this.place(one.place)).filter(Boolean);
      const names = this.window.size.width < 600 ? 0.62 : 0.8;
      const happened = own.length ? [] : this.named(document.querySelector('[data-happened]')?.textContent || '');
      if (happened.length) { this.window.set(this.window.around(happened, names)); return; }
      if (!own.length) { this.window.set(this.window.whole); return; }
      const chosen = this.offer.chosen && (this.things.get(this.offer.chosen.thing) || this.place(this.offer.chosen.place));
      const to = this.window.around(own, names);
      this.window.set(chosen ? {...chosen, k: Math.max(to.k, names)} : to.k < 0.3 ? {...own[0], k: names} : to);
    }

    /* The things that a text names; of a name within a longer one, the longer is meant. */
    named(text) {
      const byName = new Map([...this.things.values()].map(one => [one.name, one]));
      const names = [...byName.keys()].filter(name => name.length > 2).sort((one, other) => other.length - one.length);
      const escaped = names.map(name => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      const found = text.match(new RegExp(`(?<![\\p{L}\\d])(?:${escaped.join('|')})(?![\\p{L}\\d])`, 'gu')) || [];
      return [...new Set(names.length ? found : [])].map(name => byName.get(name));
    }

    /* Everything that the list says, drawn on the board. */
    read() {
      const last = this.offer && this.offer.chosen, before = last && last.thing, said = this.offer ? this.offer.now : null;
      this.offer = new Offer(document.getElementById('board-orders'));
      this.under.replaceChildren();
      this.over.replaceChildren();
      this.marks = [];
      for (const one of this.offer.subjects) this.route(one);
      const chosen = this.offer.chosen, piece = chosen && this.things.get(chosen.thing);
      if (chosen) for (const [id, choices] of this.offer.places) this.disc(this.place(id), choices);
      for (const id of this.offer.bars) this.bar(this.place(id));
      if (piece) this.ring(piece);
      this.signs();
      this.scaled();
      this.close();
      this.hint.hidden = Boolean(chosen) || !this.offer.subjects.some(one => this.things.has(one.thing));
      if (said !== null && this.offer.now !== said) this.say(this.offer.now);
      if ((chosen ? chosen.thing : null) !== before) this.forget();
      if (!chosen || !this.window.at.k) return;
      if (before !== chosen.thing) this.follow(chosen, piece);
      else if (chosen.way.join() !== last.way.join()) this.bring(this.show(chosen, piece));
    }

    /* The words for the signs on the board, as the list has them. */
    signs() {
      const legend = document.getElementById('board-legend');
      this.legend.replaceChildren(...(legend ? [...legend.children].map(one => one.cloneNode(true)) : []));
    }

    /* Only those signs have words that are in sight. */
    worded() {
      for (const entry of this.legend.querySelectorAll('[data-sign]')) {
        const drawn = this.marks.filter(one => one.node.querySelector(`.omen-${entry.dataset.sign}`));
        entry.hidden = !drawn.some(one => this.window.shows(one, 0));
      }
    }

    /* What was ordered comes into sight, with the piece. */
    show(chosen, piece) {
      const end = this.place(chosen.way[chosen.way.length - 1]), start = piece || this.place(chosen.place);
      if (end && !this.window.shows(end)) this.window.glide(this.window.around(start ? [start, end] : [end], this.window.at.k));
      return end;
    }

    follow(chosen, piece) {
      const start = piece || this.place(chosen.place);
      const near = [...this.offer.places].map(([id]) => this.place(id)).filter(Boolean);
      const every = [...(start ? [start] : []), ...near];
      this.bring(start);
      if (!every.length || every.every(one => this.window.shows(one))) return;
      const to = this.window.around(every, Math.max(this.window.at.k, 0.7)), close = Math.max(this.window.at.k, 0.6);
      if (to.k >= 0.4) { this.window.glide(to); return; }
      if (!start && this.window.at.k >= 0.5 && near.some(one => this.window.shows(one))) return;
      const from = start || near.reduce((best, one) => distance(one, to) < distance(best, to) ? one : best);
      this.window.glide({x: from.x, y: from.y, k: close});
    }

    /* The page goes to the board if a piece was chosen elsewhere, and so far that what is ordered is seen with it; but
       what has the focus of keys is not lost from sight. */
    bring(start) {
      if (!pressed || !start) return;
      const box = this.view.getBoundingClientRect(), bar = document.getElementById('bar'), now = document.getElementById('board-now');
      const fixed = bar && getComputedStyle(bar).position === 'fixed' ? bar.offsetHeight : 0, low = innerHeight - fixed;
      const lost = box.top < -box.height / 3 || box.bottom - box.height / 3 > low, beside = now && now.getBoundingClientRect();
      let by = lost ? box.top - Math.min(8, Math.max(0, low - box.height)) : 0;
      if (beside && beside.left < box.right && beside.top >= box.bottom) by = within(beside.bottom + 4 - low, by, Math.max(by, box.top - 4));
      const focus = document.activeElement.getBoundingClientRect();
      if (document.activeElement.matches(':focus-visible') && (focus.top - by < 0 || focus.bottom - by > low)) return;
      if (by) scrollBy({top: by, behavior: calm.matches ? 'instant' : 'smooth'});
    }

    mark(node, {x, y}) {
      this.marks.push({node, x, y});
      return node;
    }

    /* Marks keep a size that can be read and touched however far the board is away. */
    scaled() {
      const {x, y, k} = this.window.at;
      if (!k) return;
      const size = within(0.85 / k, 1, 2.1) * (k > 1.4 ? 1.4 / k : 1);
      for (const one of this.marks) one.node.setAttribute('transform', `translate(${one.x} ${one.y}) scale(${size.toFixed(3)})`);
      try { sessionStorage.setItem(this.kept, JSON.stringify({x, y, k, stage: this.figure.dataset.stage})); } catch { /* it may be forgotten */ }
      this.placed();
      this.worded();
    }

    disc(place, choices) {
      if (!place) return;
      const signs = choices[0].signs, counts = choices.some(one => one.counts), steps = choices[0].steps;
      const kind = `disc${signs.length ? ' costly' : ''}${signs.map(one => ` for-${one}`).join('')}${counts ? ' counts' : ''}${choices.length > 1 ? ' several' : ''}`;
      this.under.append(this.mark(make('circle', {class: `glow far-${Math.min(steps, 3)}`, r: 20}), place));
      const text = make('text', {class: 'digit', y: 5.2}, document.createTextNode(steps ? String(steps) : '•'));
      const drawn = make('g', {class: kind, 'data-at': place.thing}, make('circle', {class: 'face', r: RADIUS}), text);
      if (counts) drawn.prepend(make('circle', {class: 'rim', r: RADIUS + 4}));
      drawn.append(...this.omens(signs, -11, -11, -15));
      if (choices.length > 1) drawn.append(make('path', {class: 'more', d: 'M-5 14h10l-5 6z'}));
      this.over.append(this.mark(drawn, place));
    }

    /* Signs of what an order leads to, side by side; each has a shape of its own. */
    omens(signs, x, y, apart = 15) {
      const drawn = (sign, number) =>
        make('g', {class: `omen omen-${sign}`, transform: `translate(${x + number * apart} ${y}) scale(.8)`}, ...this.offer.sign(sign));
      return signs.map(drawn);
    }

    /* No entry: someone is in the way. */
    bar(place) {
      if (place) this.over.append(this.mark(make('g', {class: 'bar-sign omen omen-bar'}, ...this.offer.sign('bar')), place));
    }

    ring(piece) {
      const box = piece.node.getBBox();
      const shape = {x: box.x - 3, y: box.y - 1, width: box.width + 6, height: box.height + 2, rx: 6};
      this.over.append(make('rect', {class: 'chosen-wide', ...shape}), make('rect', {class: 'chosen', ...shape}));
    }

    /* What a line of the sheet does: an arrow along the way, and the piece as it will be there. */
    route(one) {
      const start = this.place(one.place), ids = one.way[0] === one.place ? one.way.slice(1) : one.way;
      const way = ids.map(id => this.place(id)).filter(Boolean);
      const piece = this.things.get(one.thing);
      if (!way.length) {
        const at = piece || start;
        if (at && one.signs.length) this.over.append(this.mark(make('g', {class: 'comes'}, ...this.omens(one.signs, 0, 0)), {x: at.x + 16, y: at.y - 16}));
        return;
      }
      const points = start ? [start, ...way] : way, end = way[way.length - 1];
      const kind = `${one.refused ? ' refused' : ''}${one.chosen ? ' now' : ''}`;
      if (points.length > 1) {
        const last = points[points.length - 2], turn = Math.atan2(end.y - last.y, end.x - last.x), back = 14;
        const tip = {x: end.x - Math.cos(turn) * back, y: end.y - Math.sin(turn) * back};
        const line = `M${points.slice(0, -1).map(point => `${point.x},${point.y}`).join('L')}L${tip.x},${tip.y}`;
        const corner = side => `${tip.x + Math.cos(turn + side) * 13},${tip.y + Math.sin(turn + side) * 13}`;
        const head = `M${tip.x + Math.cos(turn) * 9},${tip.y + Math.sin(turn) * 9}L${corner(2.4)}L${corner(-2.4)}Z`;
        this.over.append(make('path', {class: `way-wide${kind}`, d: line}), make('path', {class: `way${kind}`, d: line}));
        this.over.append(make('path', {class: `head${kind}`, d: head}));
      }
      if (piece && start) {
        const ghost = piece.node.cloneNode(true);
        for (const name of ['data-thing', 'data-name', 'data-x', 'data-y']) ghost.removeAttribute(name);
        const moved = make('g', {class: `ghost${kind}`, transform: `translate(${end.x - start.x} ${end.y - start.y})`}, ghost);
        this.over.append(moved);
      }
      if (one.refused) {
        const sign = make('g', {class: 'no'}, make('circle', {r: 11}), make('path', {d: 'M-5-5L5 5M5-5L-5 5'}));
        this.over.append(this.mark(sign, {x: end.x + 17, y: end.y - 17}));
      } else if (one.signs.length) {
        this.over.append(this.mark(make('g', {class: 'comes'}, ...this.omens(one.signs, 0, 0)), {x: end.x + 11, y: end.y - 11}));
      }
    }

    /* What a point of the window, in its pixels, is about; *node* is what is drawn there, and a finger is not exact. */
    hit(pixel, node, kind = 'mouse') {
      const nearest = (things, most) => {
        let best = null, least = most;
        for (const one of things) {
          const far = distance(this.window.pixel(one), pixel);
          if (far < least) { best = one; least = far; }
        }
        return best;
      };
      const places = [...this.offer.places.keys()].map(id => this.place(id)).filter(Boolean);
      const on = node && node.closest ? node.closest('[data-thing],[data-at]') : null;
      const thing = on ? on.dataset.thing || on.dataset.at : '';
      if (this.offer.chosen) {
        const place = nearest(places, 14) || places.find(one => one.thing === thing);
        if (place) return {choices: this.offer.places.get(place.id), at: place};
      }
      const here = this.own(pixel, kind === 'mouse' ? 0 : FINGER).filter(one => one.drawn), exact = here.find(one => one.thing === thing);
      if (here.length > 1 && !(exact && kind === 'mouse')) return {several: here.map(one => one.subject), at: this.things.get(here[0].thing)};
      if (here.length) return {subject: here[0].subject, at: this.things.get(here[0].thing)};
      if (this.offer.chosen) {
        const place = nearest(places, NEAR);
        if (place) return {choices: this.offer.places.get(place.id), at: place};
      }
      const own = nearest(this.offer.subjects.map(one => this.things.get(one.thing)).filter(Boolean), 20);
      if (own) return {subject: this.offer.subject(own.thing), at: own};
      const any = this.things.get(thing) || nearest(this.things.values(), 22);
      return any ? {thing: any.thing, at: any} : thing ? {thing, at: this.window.unit(pixel)} : null;
    }

    /* The subjects drawn at a point of the window or within *most* pixels of it, the nearest first. */
    own(pixel, most) {
      const view = this.view.getBoundingClientRect(), x = pixel.x + view.left, y = pixel.y + view.top, found = [];
      for (const subject of this.offer.subjects) {
        const drawn = this.things.get(subject.thing);
        if (!drawn) continue;
        const box = drawn.node.getBoundingClientRect();
        const far = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
        if (far <= most) found.push({subject, drawn, thing: subject.thing, far: far + distance({x, y}, {x: box.x + box.width / 2, y: box.y + box.height / 2}) / 1000});
      }
      return found.sort((one, other) => one.far - other.far);
    }

    tap(found) {
      this.close();
      if (!found || !(found.thing || (found.subject && found.subject.chosen))) this.forget();
      if (!found) return;
      if (found.several) {
        this.open(found.several.map(one => ({button: one.button, said: one.said, signs: one.signs, chosen: one.chosen, thing: one.thing})), found.at, this.figure.dataset.several);
      } else if (found.choices) {
        if (found.choices.length === 1) this.press(found.choices[0].button);
        else this.open(found.choices, found.at, found.at.name);
      } else if (found.subject && !found.subject.chosen) this.press(found.subject.button);
      else this.ask(found.subject ? found.subject.thing : found.thing);
    }

    press(button) { button.click(); }

    /* What is known of a thing, on a sheet over the lower edge of the board until something else is chosen. */
    async ask(thing) {
      const asked = ++this.asked;
      try {
        const got = await fetch(`${this.figure.dataset.facts}?thing=${encodeURIComponent(thing)}`, {credentials: 'same-origin'});
        const told = got.ok ? await got.text() : '';
        if (!got.ok || asked !== this.asked) return;
        this.facts.hidden = false;
        this.facts.querySelector('.known').innerHTML = told;
        this.reached(thing);
      } catch { /* the connection is gone; the list beside the board still says who is where */ }
    }

    /* Whether the chosen piece can get to a place is said first. */
    reached(thing) {
      const one = this.things.get(thing), ids = [...this.offer.places.keys()];
      const kinds = new Set(ids.map(id => this.place(id)).filter(Boolean).map(place => place.thing.split(' ')[0]));
      if (!one || !kinds.has(thing.split(' ')[0]) || this.offer.places.has(one.id) || one.id === this.offer.chosen.place) return;
      const line = document.createElement('p');
      line.className = 'far';
      line.textContent = this.offer.list.dataset.far;
      this.facts.querySelector('h3').after(line);
    }

    forget() {
      this.asked++;
      if (this.facts.hidden) return false;
      const back = this.facts.contains(document.activeElement);
      this.facts.hidden = true;
      this.facts.querySelector('.known').replaceChildren();
      if (back) this.view.focus({preventScroll: true});
      return true;
    }

    /* A small menu where several things can be chosen at one place. */
    open(choices, at, name) {
      const menu = document.createElement('div');
      menu.className = 'board-menu';
      menu.setAttribute('role', 'menu');
      menu.setAttribute('aria-label', name);
      for (const one of choices) {
        const item = document.createElement('button');
        item.type = 'button';
        item.setAttribute('role', 'menuitem');
        item.className = one.signs.length ? 'costly' : '';
        item.append(...one.button.cloneNode(true).childNodes);
        item.addEventListener('click', () => {
          this.close();
          this.view.focus({preventScroll: true, focusVisible: false});
          if (one.chosen) this.ask(one.thing); else this.press(one.button);
        });
        menu.append(item);
      }
      menu.addEventListener('keydown', event => {
        const items = [...menu.children], now = items.indexOf(document.activeElement);
        const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
        if (step) items[(now + step + items.length) % items.length].focus();
        else if (event.key === 'Escape') { this.close(); this.view.focus(); }
        else if (event.key !== 'Tab') return;
        else this.close();
        if (event.key !== 'Tab') event.preventDefault();
        event.stopPropagation();
      });
      this.menu = {menu, at};
      this.figure.append(menu);
      this.placed();
      menu.firstElementChild.focus();
    }

    close() {
      if (this.menu) this.menu.menu.remove();
      this.menu = null;
    }

    placed() {
      if (!this.menu) return;
      const {x, y} = this.window.pixel(this.menu.at), {width, height} = this.window.size, box = this.menu.menu;
      box.style.left = `${within(x - box.offsetWidth / 2, 4, Math.max(4, width - box.offsetWidth - 4))}px`;
      box.style.top = `${within(y + 18, 4, Math.max(4, height - box.offsetHeight - 4))}px`;
    }

    pointed() {
      hand(this.window, {
        tap: (at, twice) => {
          const found = this.hit(at, at.node, at.kind);
          if (twice && !(found && (found.choices || found.subject || found.several))) return false;
          this.tap(found);
          return true;
        },
      });
      this.tools.addEventListener('click', event => {
        const button = event.target.closest('[data-zoom]');
        if (button) panzoom.step(this.window, button.dataset.zoom, this.middle());
      });
      this.facts.querySelector('.close').addEventListener('click', () => this.forget());
      document.addEventListener('keydown', event => {
        if (event.key !== 'Escape' || event.defaultPrevented || !this.forget()) return;
        event.preventDefault();
      });
    }

    /* What zooming keeps in the middle: what keys are at, or the piece that is chosen. */
    middle() {
      const chosen = this.offer.chosen;
      return (this.eye && this.cursor) || (chosen && (this.things.get(chosen.thing) || this.place(chosen.place))) || null;
    }

    /* With keys a ring goes over the board, from each thing to the nearest one on that side. */
    keyed() {
      const view = this.view;
      view.tabIndex = 0;
      view.setAttribute('role', 'application');
      view.setAttribute('aria-label', view.dataset.label);
      view.addEventListener('focus', () => { if (view.matches(':focus-visible')) this.look(this.cursor || this.first()); });
      view.addEventListener('blur', () => this.unlook());
      view.addEventListener('keydown', event => {
        const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
        if (event.altKey || event.ctrlKey || event.metaKey || event.target !== view) return;
        if (panzoom.key(this.window, event, this.middle())) { /* it moved or zoomed the board */ }
        else if (way) this.look(this.next(way));
        else if (event.key === 'Enter' || event.key === ' ') { if (this.cursor) this.tap(this.about(this.cursor)); }
        else if (event.key === 'Home') this.look(this.first());
        else if (event.key === 'PageDown' || event.key === 'PageUp') this.look(this.turn(event.key === 'PageDown' ? 1 : -1));
        else if (event.key === 'Escape' && this.forget()) { /* the facts are closed */ }
        else if (event.key === 'Escape' && this.eye) this.unlook();
        else return;
        event.preventDefault();
      });
    }

    /* What keys stop at: what can be chosen first of all; other things only where nothing can be. */
    stops() {
      const found = new Map();
      const add = one => { if (one) found.set(one.thing, one); };
      for (const one of this.offer.subjects) add(this.things.get(one.thing) || this.place(one.place));
      if (this.offer.chosen) for (const id of this.offer.places.keys()) add(this.place(id));
      return found.size ? [...found.values()] : [...this.things.values()];
    }

    first() {
      const chosen = this.offer.chosen;
      return (chosen && (this.things.get(chosen.thing) || this.place(chosen.place))) || this.stops()[0] || null;
    }

    turn(by) {
      const every = this.stops(), now = every.findIndex(one => this.cursor && one.thing === this.cursor.thing);
      return every[(now + by + every.length) % every.length] || null;
    }

    next([right, down]) {
      const from = this.cursor || this.window.at;
      let best = null, least = Infinity;
      for (const one of this.stops()) {
        const along = (one.x - from.x) * right + (one.y - from.y) * down;
        const aside = Math.abs((one.x - from.x) * down) + Math.abs((one.y - from.y) * right);
        if (along > 2 && along + aside * 2 < least) { best = one; least = along + aside * 2; }
      }
      return best || this.cursor;
    }

    about(one) {
      const subject = this.offer.subject(one.thing), choices = this.offer.places.get(one.id);
      if (subject) return {subject, at: one};
      if (choices && this.offer.chosen && this.place(one.id) === one) return {choices, at: one};
      const there = this.offer.subjects.find(each => each.place === one.id);
      return there ? {subject: there, at: one} : {thing: one.thing, at: one};
    }

    look(one) {
      this.unlook();
      if (!one) return;
      this.cursor = one;
      this.eye = make('g', {class: 'eye'}, make('circle', {class: 'eye-wide', r: 19}), make('circle', {class: 'eye-thin', r: 19}));
      this.over.append(this.mark(this.eye, one));
      if (!this.window.shows(one, 40)) this.window.glide({...this.window.at, x: one.x, y: one.y});
      this.scaled();
      const found = this.about(one);
      const said = found.subject ? found.subject.said : found.choices ? found.choices.map(each => each.button.textContent.replace(/\s+/g, ' ').trim()).join('; ') : one.name;
      this.say(said.startsWith(one.name) || (found.subject && found.subject.thing === one.thing) ? said : `${one.name}: ${said}`);
    }

    unlook() {
      this.marks = this.marks.filter(one => one.node !== this.eye);
      if (this.eye) this.eye.remove();
      this.eye = null;
    }

    say(text) { document.getElementById('board-said').textContent = text; }
  }

  /* Lines of the sheet change places by dragging; the buttons beside them do the same. */
  const known = new WeakSet();
  const draggable = list => {
    list.dataset.drags = 'yes';
    if (known.has(list)) return;
    known.add(list);
    let held = null;
    const items = () => [...list.children];
    list.addEventListener('pointerdown', event => {
      const handle = event.target.closest('.handle');
      if (!handle || event.button) return;
      event.preventDefault();
      held = {item: handle.closest('li'), from: items().indexOf(handle.closest('li'))};
      held.item.classList.add('held');
      list.setPointerCapture(event.pointerId);
    });
    list.addEventListener('pointermove', event => {
      if (!held) return;
      for (const other of items()) {
        const box = other.getBoundingClientRect();
        if (other === held.item || event.clientY < box.top || event.clientY > box.bottom) continue;
        const after = event.clientY > box.top + box.height / 2;
        list.insertBefore(held.item, after ? other.nextElementSibling : other);
        break;
      }
    });
    const drop = event => {
      if (!held) return;
      const {item, from} = held, to = items().indexOf(item);
      held = null;
      item.classList.remove('held');
      if (to === from || event.type === 'pointercancel') { list.insertBefore(item, items().filter(one => one !== item)[from] || null); return; }
      const button = item.querySelector('button[name=move]:not([disabled])');
      button.value = `${item.dataset.entry}|${to}`;
      button.click();
    };
    list.addEventListener('pointerup', drop);
    list.addEventListener('pointercancel', drop);
  };

  const inlined = async address => {
    const got = await fetch(address, {credentials: 'same-origin'});
    if (!got.ok) throw new Error(String(got.status));
    return document.importNode(new DOMParser().parseFromString(await got.text(), 'image/svg+xml').documentElement, true);
  };

  const alive = async figure => {
    if (figure.dataset.alive) return;
    figure.dataset.alive = 'soon';
    try {
      figure.board = new Board(figure, await inlined(figure.dataset.src));
      figure.dataset.alive = 'yes';
    } catch { figure.dataset.alive = 'no'; /* the picture stays, and the list works without the board */ }
  };

  /* Focus stays on the button that was pressed when the list is made anew. */
  let focused = '';
  document.addEventListener('submit', event => {
    pressed = Boolean(event.submitter && event.submitter.closest('#board-orders'));
    const figure = document.getElementById('board');
    if (pressed && figure && figure.board) figure.board.forget();
  }, true);
  document.addEventListener('focusin', event => {
    focused = event.target.closest('#board-orders') ? event.target.id : '';
  });

  /* On a narrow screen long lists are folded to two rows; the button below shows them all. */
  const unfolded = new Set();
  const fold = (list, open) => {
    const button = document.getElementById(`${list.id}-fold`);
    list.classList.toggle('open', open);
    if (button) button.setAttribute('aria-expanded', String(open));
    if (open) unfolded.add(list.id); else unfolded.delete(list.id);
  };
  document.addEventListener('click', event => {
    const button = event.target.closest('#board-orders .fold'), list = button && document.getElementById(button.getAttribute('aria-controls'));
    if (list) fold(list, !list.classList.contains('open'));
  });
  document.addEventListener('focusin', event => {
    const list = event.target.closest('#board-orders ul.long');
    if (list && event.target.matches(':focus-visible')) fold(list, true);
  });

  /* The form that a note leads to is opened. */
  document.addEventListener('click', event => {
    const link = event.target.closest('a[data-form]'), form = link && document.getElementById(link.getAttribute('href').slice(1));
    if (!form) return;
    event.preventDefault();
    form.open = true;
    form.scrollIntoView({block: 'start', behavior: calm.matches ? 'instant' : 'smooth'});
    form.querySelector('summary').focus({preventScroll: true});
  });

  const fresh = () => {
    const list = document.getElementById('board-orders'), figure = document.getElementById('board');
    if (figure) void alive(figure);
    if (!list || list.dataset.read) return;
    list.dataset.read = 'yes';
    for (const one of list.querySelectorAll('ol.lines')) draggable(one);
    for (const one of list.querySelectorAll('ul.long')) {
      const held = one.querySelector('[aria-pressed=true]');
      if (unfolded.has(one.id)) fold(one, true);
      else if (held) one.scrollTop = held.parentElement.offsetTop - one.firstElementChild.offsetTop;
    }
    if (focused && (!document.activeElement || document.activeElement === document.body)) {
      const again = document.getElementById(focused), there = again && !again.disabled ? again : document.getElementById('board-now');
      if (there) there.focus({preventScroll: true});
    }
    if (figure && figure.board) figure.board.read();
  };

  const begin = () => {
    fresh();
    const changes = {childList: true, subtree: true, attributes: true, attributeFilter: ['data-read', 'data-alive']};
    new MutationObserver(fresh).observe(document.body, changes);
    document.addEventListener('toggle', event => {
      const place = event.target.open && event.target.querySelector && event.target.querySelector('[data-inline]');
      if (!place) return;
      const address = place.dataset.inline;
      delete place.dataset.inline;
      inlined(address).then(svg => {
        svg.setAttribute('role', 'img');
        svg.setAttribute('aria-label', place.querySelector('img').alt);
        place.replaceChildren(svg);
      }, () => { /* the picture stays */ });
    }, true);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin); else begin();
})();
