/* The living board: moves and zooms the drawing, and puts the buttons of the list beside it on the board.

   The list is all there is: a tap on the board presses a button of it. Nothing here knows of any game. */
'use strict';
(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const RADIUS = 11, NEAR = 26, MOST = 3.2, BEYOND = 0.25, SLOP = 8;

  const make = (name, attributes = {}, ...inside) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...inside);
    return node;
  };
  const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
  const within = (value, least, most) => Math.max(least, Math.min(most, value));

  /* The window on the drawing: which point is in its middle, and how many pixels a unit of the drawing has.

     While it moves only a transformation changes, which costs nothing; the drawing is made anew when it rests. */
  class Window {
    constructor(view, svg, moved) {
      this.view = view;
      this.svg = svg;
      this.moved = moved;
      const [x, y, width, height] = svg.getAttribute('viewBox').split(/[ ,]+/).map(Number);
      this.full = {x, y, width, height};
      this.at = {x: x + width / 2, y: y + height / 2, k: 0};
      this.drawn = null;
      svg.removeAttribute('width');
      svg.removeAttribute('height');
      new ResizeObserver(() => this.resized()).observe(view);
    }

    get size() { return {width: this.view.clientWidth || 1, height: this.view.clientHeight || 1}; }
    get least() { return Math.min(this.size.width / this.full.width, this.size.height / this.full.height); }

    resized() {
      if (!this.at.k) return;
      this.set(this.at);
      this.draw();
    }

    set({x, y, k}) {
      const {width, height} = this.size, full = this.full;
      k = within(k, this.least, MOST);
      const room = (middle, from, length, seen) =>
        seen >= length ? from + length / 2 : within(middle, from + seen / 2, from + length - seen / 2);
      this.at = {x: room(x, full.x, full.width, width / k), y: room(y, full.y, full.height, height / k), k};
      this.show();
    }

    show() {
      const was = this.drawn, now = this.at;
      clearTimeout(this.resting);
      if (!was) { this.draw(); return; }
      const scale = now.k / was.k, right = (was.x - now.x) * now.k, down = (was.y - now.y) * now.k;
      const {width, height} = this.size;
      if (scale > 2.2 || scale < 0.45 || Math.abs(right) > width * BEYOND * 1.6 || Math.abs(down) > height * BEYOND * 1.6) {
        this.draw();
        return;
      }
      this.svg.style.transform = `translate(${right}px, ${down}px) scale(${scale})`;
      this.resting = setTimeout(() => this.draw(), 140);
    }

    draw() {
      const {width, height} = this.size, {x, y, k} = this.at, wide = 1 + 2 * BEYOND;
      clearTimeout(this.resting);
      this.svg.style.transform = 'none';
      this.svg.style.left = `${-width * BEYOND}px`;
      this.svg.style.top = `${-height * BEYOND}px`;
      this.svg.style.width = `${width * wide}px`;
      this.svg.style.height = `${height * wide}px`;
      const seen = [width * wide / k, height * wide / k];
      this.svg.setAttribute('viewBox', `${x - seen[0] / 2} ${y - seen[1] / 2} ${seen[0]} ${seen[1]}`);
      this.drawn = this.at;
      this.moved();
    }

    /* From units of the drawing to pixels of the window, and back. */
    pixel({x, y}) {
      const {width, height} = this.size;
      return {x: (x - this.at.x) * this.at.k + width / 2, y: (y - this.at.y) * this.at.k + height / 2};
    }
    unit({x, y}) {
      const {width, height} = this.size;
      return {x: (x - width / 2) / this.at.k + this.at.x, y: (y - height / 2) / this.at.k + this.at.y};
    }

    zoom(by, around) {
      const {width, height} = this.size, pixel = around || {x: width / 2, y: height / 2};
      const held = this.unit(pixel), k = within(this.at.k * by, this.least, MOST);
      return {x: held.x - (pixel.x - width / 2) / k, y: held.y - (pixel.y - height / 2) / k, k};
    }
    shifted(right, down) { return {...this.at, x: this.at.x - right / this.at.k, y: this.at.y - down / this.at.k}; }

    /* The window that shows a box of units, not closer than *most*. */
    around(points, most = 1, margin = 60) {
      const xs = points.map(one => one.x), ys = points.map(one => one.y), {width, height} = this.size;
      const left = Math.min(...xs), right = Math.max(...xs), top = Math.min(...ys), low = Math.max(...ys);
      const k = Math.min(most, width / (right - left + 2 * margin), height / (low - top + 2 * margin));
      return {x: (left + right) / 2, y: (top + low) / 2, k};
    }
    shows(point, margin = 30) {
      const {x, y} = this.pixel(point), {width, height} = this.size;
      return x > margin && y > margin && x < width - margin && y < height - margin;
    }

    glide(to) {
      this.still();
      if (calm.matches) { this.set(to); this.draw(); return; }
      this.moving = true;
      const from = {...this.at}, begun = performance.now();
      const step = now => {
        const part = within((now - begun) / 260, 0, 1), eased = 1 - (1 - part) ** 3;
        const k = from.k * (to.k / from.k) ** eased;
        this.set({x: from.x + (to.x - from.x) * eased, y: from.y + (to.y - from.y) * eased, k});
        if (part < 1) this.gliding = requestAnimationFrame(step); else { this.moving = false; this.draw(); }
      };
      this.gliding = requestAnimationFrame(step);
    }
    still() {
      cancelAnimationFrame(this.gliding);
      this.moving = false;
    }
  }

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
        said: button.textContent.replace(/\s+/g, ' ').trim(),
      }));
      this.chosen = this.subjects.find(one => one.chosen) || null;
      this.bars = every('[data-bar]').map(one => one.dataset.bar);
      this.places = new Map();
      for (const button of every('button[data-place][data-steps]')) {
        const choice = {
          button,
          place: button.dataset.place,
          steps: Number(button.dataset.steps),
          costly: button.classList.contains('costly'),
          counts: button.getAttribute('aria-pressed') === 'true',
          said: button.querySelector('.said').textContent.trim(),
        };
        this.places.set(choice.place, [...(this.places.get(choice.place) || []), choice]);
      }
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
      this.window = new Window(this.view, svg, () => this.scaled());
      this.tools = figure.querySelector('.board-tools');
      this.tools.hidden = false;
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
      if (kept && kept.k > 0) { this.window.set(kept); return; }
      const own = this.offer.subjects.map(one => this.things.get(one.thing) || this.place(one.place)).filter(Boolean);
      const names = this.window.size.width < 600 ? 0.62 : 0.8;
      const happened = own.length ? [] : this.named(document.querySelector('[data-happened]')?.textContent || '');
      if (happened.length) { this.window.set(this.window.around(happened, names)); return; }
      if (!own.length) { this.window.set({...this.window.at, k: this.window.least}); return; }
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
      const before = this.offer && this.offer.chosen && this.offer.chosen.thing;
      this.offer = new Offer(document.getElementById('board-orders'));
      this.under.replaceChildren();
      this.over.replaceChildren();
      this.marks = [];
      for (const one of this.offer.subjects) this.route(one);
      const chosen = this.offer.chosen, piece = chosen && this.things.get(chosen.thing);
      if (chosen) for (const [id, choices] of this.offer.places) this.disc(this.place(id), choices);
      for (const id of this.offer.bars) this.bar(this.place(id));
      if (piece) this.ring(piece);
      this.scaled();
      this.close();
      if (chosen && before !== chosen.thing && this.window.at.k) this.follow(chosen, piece);
    }

    follow(chosen, piece) {
      const start = piece || this.place(chosen.place);
      const near = [...this.offer.places].map(([id]) => this.place(id)).filter(Boolean);
      const every = [...(start ? [start] : []), ...near];
      if (!every.length || every.every(one => this.window.shows(one))) return;
      const to = this.window.around(every, Math.max(this.window.at.k, 0.7));
      this.window.glide(start && to.k < 0.4 ? {x: start.x, y: start.y, k: Math.max(this.window.at.k, 0.6)} : to);
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
      try { sessionStorage.setItem(this.kept, JSON.stringify({x, y, k})); } catch { /* it may be forgotten */ }
      this.placed();
    }

    disc(place, choices) {
      if (!place) return;
      const costly = choices[0].costly, counts = choices.some(one => one.counts), steps = choices[0].steps;
      const kind = `disc${costly ? ' costly' : ''}${counts ? ' counts' : ''}${choices.length > 1 ? ' several' : ''}`;
      this.under.append(this.mark(make('circle', {class: `glow far-${Math.min(steps, 3)}`, r: 20}), place));
      const text = make('text', {class: 'digit', y: 5.2}, document.createTextNode(steps ? String(steps) : '•'));
      const drawn = make('g', {class: kind, 'data-at': place.thing}, make('circle', {class: 'face', r: RADIUS}), text);
      if (counts) drawn.prepend(make('circle', {class: 'rim', r: RADIUS + 4}));
      if (costly) drawn.append(make('path', {class: 'alarm', d: 'M11-19l7 12h-14z'}), make('text', {class: 'bang', x: 11, y: -8.6}, '!'));
      if (choices.length > 1) drawn.append(make('path', {class: 'more', d: 'M-5 14h10l-5 6z'}));
      this.over.append(this.mark(drawn, place));
    }

    /* No entry: someone is in the way. */
    bar(place) {
      if (place) this.over.append(this.mark(make('g', {class: 'bar-sign'}, make('circle', {r: 9}), make('path', {d: 'M-5 0H5'})), place));
    }

    ring(piece) {
      const box = piece.node.getBBox();
      const shape = {x: box.x - 4, y: box.y - 4, width: box.width + 8, height: box.height + 8, rx: 9};
      this.over.append(make('rect', {class: 'chosen-wide', ...shape}), make('rect', {class: 'chosen', ...shape}));
    }

    /* What a line of the sheet does: an arrow along the way, and the piece as it will be there. */
    route(one) {
      const start = this.place(one.place), ids = one.way[0] === one.place ? one.way.slice(1) : one.way;
      const way = ids.map(id => this.place(id)).filter(Boolean);
      if (!way.length) return;
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
      const piece = this.things.get(one.thing);
      if (piece && start) {
        const ghost = piece.node.cloneNode(true);
        for (const name of ['data-thing', 'data-name', 'data-x', 'data-y']) ghost.removeAttribute(name);
        const moved = make('g', {class: `ghost${kind}`, transform: `translate(${end.x - start.x} ${end.y - start.y})`}, ghost);
        this.over.append(moved);
      }
      if (one.refused) {
        const sign = make('g', {class: 'no'}, make('circle', {r: 11}), make('path', {d: 'M-5-5L5 5M5-5L-5 5'}));
        this.over.append(this.mark(sign, {x: end.x + 17, y: end.y - 17}));
      }
    }

    /* What a point of the window, in its pixels, is about. */
    hit(pixel, node) {
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
      if (this.offer.subject(thing)) return {subject: this.offer.subject(thing), at: this.things.get(thing)};
      if (this.offer.chosen) {
        const place = nearest(places, NEAR);
        if (place) return {choices: this.offer.places.get(place.id), at: place};
      }
      const own = nearest(this.offer.subjects.map(one => this.things.get(one.thing)).filter(Boolean), 20);
      if (own) return {subject: this.offer.subject(own.thing), at: own};
      const any = this.things.get(thing) || nearest(this.things.values(), 22);
      return any ? {thing: any.thing, at: any} : thing ? {thing, at: this.window.unit(pixel)} : null;
    }

    tap(found) {
      this.close();
      if (!found) return;
      if (found.choices) {
        if (found.choices.length === 1) this.press(found.choices[0].button);
        else this.open(found.choices, found.at);
      } else if (found.subject && !found.subject.chosen) this.press(found.subject.button);
      else this.ask(found.subject ? found.subject.thing : found.thing);
    }

    press(button) { button.click(); }

    async ask(thing) {
      const told = document.getElementById('board-facts');
      try {
        const got = await fetch(`${this.figure.dataset.facts}?thing=${encodeURIComponent(thing)}`, {credentials: 'same-origin'});
        if (got.ok) told.innerHTML = await got.text();
      } catch { /* the connection is gone; the list beside the board still says who is where */ }
    }

    /* A small menu where several things can be chosen at one place. */
    open(choices, at) {
      const menu = document.createElement('div');
      menu.className = 'board-menu';
      menu.setAttribute('role', 'menu');
      menu.setAttribute('aria-label', at.name);
      for (const one of choices) {
        const item = document.createElement('button');
        item.type = 'button';
        item.setAttribute('role', 'menuitem');
        item.className = one.costly ? 'costly' : '';
        item.textContent = `${one.costly ? '! ' : ''}${one.said}`;
        item.addEventListener('click', () => { this.close(); this.press(one.button); });
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
      const view = this.view, down = new Map();
      let began = null, last = null, pinch = null, before = null;
      const spot = event => {
        const box = view.getBoundingClientRect();
        return {x: event.clientX - box.left, y: event.clientY - box.top};
      };
      const both = () => {
        const [one, other] = [...down.values()];
        return {x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, far: distance(one, other) || 1};
      };
      view.addEventListener('pointerdown', event => {
        if (event.button) return;
        this.window.still();
        down.set(event.pointerId, spot(event));
        try { view.setPointerCapture(event.pointerId); } catch { /* it is up again already */ }
        if (down.size === 1) { began = spot(event); began.node = event.target; began.moved = false; last = began; }
        if (down.size === 2) { pinch = both(); if (began) began.moved = true; }
      });
      view.addEventListener('pointermove', event => {
        if (!down.has(event.pointerId)) return;
        down.set(event.pointerId, spot(event));
        if (down.size === 2 && pinch) {
          const now = both();
          this.window.set(this.window.shifted(now.x - pinch.x, now.y - pinch.y));
          this.window.set(this.window.zoom(now.far / pinch.far, now));
          pinch = now;
        } else if (down.size === 1 && last) {
          const now = spot(event);
          if (!began.moved && distance(now, began) < SLOP) return;
          began.moved = true;
          view.classList.add('held');
          this.window.set(this.window.shifted(now.x - last.x, now.y - last.y));
          last = now;
        }
      });
      const up = event => {
        if (!down.delete(event.pointerId)) return;
        view.classList.remove('held');
        if (down.size === 1) { pinch = null; last = [...down.values()][0]; return; }
        if (down.size || !began) return;
        const tapped = !began.moved && event.type === 'pointerup' ? began : null;
        began = last = pinch = null;
        if (!tapped) return;
        const twice = before && performance.now() - before.when < 320 && distance(before, tapped) < 24;
        before = {...tapped, when: performance.now()};
        const found = this.hit(tapped, tapped.node);
        if (twice && !(found && (found.choices || found.subject))) {
          before = null;
          this.window.glide(this.window.zoom(1.9, tapped));
        } else this.tap(found);
      };
      view.addEventListener('pointerup', up);
      view.addEventListener('pointercancel', up);
      view.addEventListener('wheel', event => {
        event.preventDefault();
        this.window.still();
        const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
        const by = Math.exp(-within(event.deltaY * lines, -400, 400) * (event.ctrlKey ? 0.01 : 0.0016));
        this.window.set(this.window.zoom(by, spot(event)));
      }, {passive: false});
      this.tools.addEventListener('click', event => {
        const button = event.target.closest('[data-zoom]');
        if (button) this.step(button.dataset.zoom);
      });
    }

    step(how) {
      if (how === 'all') this.window.glide({...this.window.at, k: this.window.least});
      else this.window.glide(this.window.zoom(how === 'in' ? 1.6 : 1 / 1.6));
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
        const ways = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}, way = ways[event.key];
        if (event.altKey || event.ctrlKey || event.metaKey || event.target !== view) return;
        if (way && event.shiftKey) this.window.set(this.window.shifted(-way[0] * 80, -way[1] * 80));
        else if (way) this.look(this.next(way));
        else if (event.key === '+' || event.key === '=') this.step('in');
        else if (event.key === '-') this.step('out');
        else if (event.key === '0') this.step('all');
        else if (event.key === 'Enter' || event.key === ' ') { if (this.cursor) this.tap(this.about(this.cursor)); }
        else if (event.key === 'Home') this.look(this.first());
        else if (event.key === 'PageDown' || event.key === 'PageUp') this.look(this.turn(event.key === 'PageDown' ? 1 : -1));
        else if (event.key === 'Escape' && this.cursor) this.unlook();
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
      const said = found.subject ? found.subject.said : found.choices ? found.choices.map(each => `${each.costly ? '! ' : ''}${each.said}, ${each.steps}`).join('; ') : one.name;
      this.say(said.startsWith(one.name) ? said : `${one.name}: ${said}`);
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
  document.addEventListener('focusin', event => {
    focused = event.target.closest('#board-orders') ? event.target.id : '';
  });

  const fresh = () => {
    const list = document.getElementById('board-orders'), figure = document.getElementById('board');
    if (figure) void alive(figure);
    if (!list || list.dataset.read) return;
    list.dataset.read = 'yes';
    for (const one of list.querySelectorAll('ol.lines')) draggable(one);
    if (focused && (!document.activeElement || document.activeElement === document.body)) {
      const again = document.getElementById(focused);
      if (again && !again.disabled) again.focus({preventScroll: true});
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
