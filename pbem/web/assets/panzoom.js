/* A drawing that is moved and zoomed by mouse, wheel, fingers and keys: the board of a seat, and that of public pages. */
'use strict';
const panzoom = (() => {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const MOST = 3.2, BEYOND = 0.25, SLOP = 8, STEP = 1.6, SHIFT = 80;

  const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
  const within = (value, least, most) => Math.max(least, Math.min(most, value));

  /* The window on the drawing: which point is in its middle, and how many pixels a unit of the drawing has.

     While it moves only a transformation changes, which costs nothing; the drawing is made anew when it rests. */
  class Sight {
    constructor(view, svg, moved, most = MOST) {
      this.view = view;
      this.moved = moved;
      this.most = most;
      this.at = {x: 0, y: 0, k: 0};
      this.hold(svg);
      this.at = {x: this.full.x + this.full.width / 2, y: this.full.y + this.full.height / 2, k: 0};
      new ResizeObserver(() => this.resized()).observe(view);
    }

    /* Another drawing in the same window, which shows the same part of it. */
    hold(svg) {
      this.svg = svg;
      const [x, y, width, height] = svg.getAttribute('viewBox').split(/[ ,]+/).map(Number);
      this.full = {x, y, width, height};
      this.drawn = null;
      svg.removeAttribute('width');
      svg.removeAttribute('height');
      if (this.at.k) this.set(this.at);
    }

    get size() { return {width: this.view.clientWidth || 1, height: this.view.clientHeight || 1}; }
    get least() { return Math.min(this.size.width / this.full.width, this.size.height / this.full.height); }

    resized() {
      if (!this.at.k) return;
      this.set(this.fits ? this.whole : this.at);
      this.draw();
    }

    set({x, y, k}) {
      const {width, height} = this.size, full = this.full;
      k = within(k, this.least, this.most);
      this.fits = k <= this.least;
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
      const held = this.unit(pixel), k = within(this.at.k * by, this.least, this.most);
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
    get whole() { return {x: this.full.x + this.full.width / 2, y: this.full.y + this.full.height / 2, k: this.least}; }
    get isWhole() { return this.at.k <= this.least * 1.01; }
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

  /* Fingers, mouse and wheel on a sight. *tap* is called with where it was tapped, and with what pointer, and says
     whether that was about something; on nothing a double tap zooms. While the whole drawing is seen a *loose* one
     leaves one finger and the wheel to the page. */
  const hand = (sight, {tap = () => false, loose = false, free = () => false} = {}) => {
    const view = sight.view, down = new Map();
    let began = null, last = null, pinch = null, before = null;
    const spot = event => {
      const box = view.getBoundingClientRect();
      return {x: event.clientX - box.left, y: event.clientY - box.top};
    };
    const both = () => {
      const [one, other] = [...down.values()];
      return {x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, far: distance(one, other) || 1};
    };
    const held = () => !loose || !sight.isWhole;
    const hold = id => { try { view.setPointerCapture(id); } catch { /* it is up again already */ } };
    view.addEventListener('pointerdown', event => {
      if (event.button || free(event)) return;
      sight.still();
      down.set(event.pointerId, spot(event));
      if (held() || down.size > 1) for (const id of down.keys()) hold(id);
      if (down.size === 1) { began = last = {...spot(event), node: event.target, kind: event.pointerType, moved: false}; }
      if (down.size === 2) { pinch = both(); if (began) began.moved = true; }
    });
    view.addEventListener('pointermove', event => {
      if (!down.has(event.pointerId)) return;
      down.set(event.pointerId, spot(event));
      if (down.size === 2 && pinch) {
        const now = both();
        sight.set(sight.shifted(now.x - pinch.x, now.y - pinch.y));
        sight.set(sight.zoom(now.far / pinch.far, now));
        pinch = now;
      } else if (down.size === 1 && last) {
        const now = spot(event);
        if (!began.moved && distance(now, began) < SLOP) return;
        began.moved = true;
        if (!held()) return;
        view.classList.add('held');
        sight.set(sight.shifted(now.x - last.x, now.y - last.y));
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
      if (tap(tapped, twice) || !twice) return;
      before = null;
      sight.glide(sight.zoom(1.9, tapped));
    };
    view.addEventListener('pointerup', up);
    view.addEventListener('pointercancel', up);
    view.addEventListener('touchmove', event => { if (event.cancelable && (event.touches.length > 1 || held())) event.preventDefault(); }, {passive: false});
    view.addEventListener('wheel', event => {
      if (loose && sight.isWhole && event.deltaY > 0 && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      sight.still();
      const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
      const by = Math.exp(-within(event.deltaY * lines, -400, 400) * (event.ctrlKey ? 0.01 : 0.0016));
      sight.set(sight.zoom(by, spot(event)));
    }, {passive: false});
  };

  /* One step of zooming, in or out or to the whole; *around* a point if there is one in sight. */
  const step = (sight, how, around = null) => {
    if (how === 'all') { sight.glide(sight.whole); return; }
    if (around && !sight.shows(around, 0)) around = null;
    const to = sight.zoom(how === 'in' ? STEP : 1 / STEP);
    sight.glide(around && how === 'in' ? {x: around.x, y: around.y, k: to.k} : to);
  };

  /* What a key does to a sight; false if it is none of its keys. */
  const key = (sight, event, around = null) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    const zoom = {'+': 'in', '=': 'in', '-': 'out', 0: 'all'}[event.key];
    if (way && event.shiftKey) sight.set(sight.shifted(-way[0] * SHIFT, -way[1] * SHIFT));
    else if (zoom) step(sight, zoom, around);
    else return false;
    return true;
  };

  return {Sight, hand, step, key, within, distance};
})();
