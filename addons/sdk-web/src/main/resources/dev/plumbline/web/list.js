// A list that draws only what is visible. Rows have keys; their heights are measured once they are drawn.

const BEYOND = 600; // pixels drawn above and below the visible part

function pad(element, side, pixels) {
  const value = `${pixels}px`;
  if (element.style[side] !== value) {
    element.style[side] = value;
  }
}

function attribute(element, name, value) {
  if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, value);
  }
}

export class VirtualList {
  #rows = [];
  #index = new Map();
  #nodes = new Map();
  #heights = new Map();
  #offsets = [0];
  #stale = 0; // offsets behind this row are not up to date
  #view = 0; // the height of the visible part; reading it each time would lay out the page
  #drawn = ""; // what was drawn last: the rows and their number
  #due = false;
  #observer;

  /**
   * @param scroller the element that scrolls
   * @param list the element that holds the drawn rows
   * @param draw makes the element of a row
   * @param estimate the height of a row that was never drawn, in pixels
   */
  constructor(scroller, list, draw, estimate) {
    Object.assign(this, { scroller, list, draw, estimate, atEnd: true });
    this.#observer = new ResizeObserver((entries) => this.#measure(entries));
    scroller.addEventListener("scroll", () => {
      this.atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 48;
      this.#schedule();
    });
    new ResizeObserver(([entry]) => {
      this.#view = entry.contentRect.height;
      this.#schedule();
    }).observe(scroller);
  }

  get rows() {
    return this.#rows;
  }

  row(key) {
    return this.#rows[this.#index.get(key)];
  }

  node(key) {
    return this.#nodes.get(key);
  }

  /** Replaces all rows. */
  set(rows) {
    for (const node of this.#nodes.values()) {
      this.#observer.unobserve(node);
    }
    this.#nodes.clear();
    this.#rows = rows.slice();
    this.#reindex(0);
    this.#schedule();
  }

  add(row) {
    this.#index.set(row.key, this.#rows.push(row) - 1);
    this.#stale = Math.min(this.#stale, this.#rows.length - 1);
    this.#schedule();
  }

  /** Replaces a row; its element is made again. */
  change(row) {
    const at = this.#index.get(row.key);
    if (at !== undefined) {
      this.#rows[at] = row;
      this.#drop(row.key);
      this.#schedule();
    }
  }

  remove(key) {
    const at = this.#index.get(key);
    if (at !== undefined) {
      this.#rows.splice(at, 1);
      this.#index.delete(key);
      this.#drop(key);
      this.#heights.delete(key);
      this.#reindex(at);
      this.#schedule();
    }
  }

  /** Scrolls to a row and returns its element. */
  show(key) {
    this.#layout();
    this.atEnd = false;
    this.scroller.scrollTop = this.#offsets[this.#index.get(key)];
    this.#layout();
    return this.#nodes.get(key);
  }

  /** Draws everything again, for example in another language. */
  redraw() {
    this.set(this.#rows);
  }

  #reindex(from) {
    if (from === 0) {
      this.#index.clear();
    }
    for (let i = from; i < this.#rows.length; i++) {
      this.#index.set(this.#rows[i].key, i);
    }
    this.#stale = Math.min(this.#stale, from);
    this.#drawn = "";
  }

  #drop(key) {
    const node = this.#nodes.get(key);
    if (node) {
      this.#observer.unobserve(node);
      this.#nodes.delete(key);
      this.#drawn = "";
    }
  }

  #schedule() {
    if (!this.#due) {
      this.#due = true;
      requestAnimationFrame(() => {
        this.#due = false;
        this.#layout();
      });
    }
  }

  #height(row) {
    return this.#heights.get(row.key) ?? this.estimate;
  }

  /** Takes over the heights of rows after the browser has laid them out; this is no reason to lay out again. */
  #measure(entries) {
    let above = 0;
    const top = this.scroller.scrollTop;
    for (const { target, borderBoxSize } of entries) {
      const height = borderBoxSize[0].blockSize;
      const at = this.#index.get(target.dataset.key);
      const before = this.#heights.get(target.dataset.key) ?? this.estimate;
      if (height !== before && at !== undefined && target.isConnected) {
        this.#heights.set(target.dataset.key, height);
        above += this.#offsets[at] + before <= top ? height - before : 0;
        this.#stale = Math.min(this.#stale, at);
      }
    }
    this.#layout();
    if (above && !this.atEnd) {
      this.scroller.scrollTop = top + above;
    }
  }

  #updateOffsets() {
    this.#offsets.length = this.#rows.length + 1;
    for (let i = this.#stale; i < this.#rows.length; i++) {
      this.#offsets[i + 1] = this.#offsets[i] + this.#height(this.#rows[i]);
    }
    this.#stale = this.#rows.length;
  }

  #find(pixel) {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#offsets[middle + 1] <= pixel) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  #layout() {
    this.#updateOffsets();
    const total = this.#offsets[this.#rows.length];
    const top = this.atEnd ? Math.max(0, total - this.#view) : this.scroller.scrollTop;
    const first = this.#find(top - BEYOND);
    const last = Math.min(this.#rows.length, this.#find(top + this.#view + BEYOND) + 1);
    const drawn = `${first} ${last} ${this.#rows.length}`;
    if (drawn !== this.#drawn) {
      this.#place(first, last);
      this.#drawn = drawn;
    }
    pad(this.list, "paddingTop", this.#offsets[first] ?? 0);
    pad(this.list, "paddingBottom", total - this.#offsets[last]);
    if (this.atEnd) {
      this.scroller.scrollTop = this.scroller.scrollHeight;
    }
  }

  /** Puts exactly the elements of those rows into the list, and keeps those that are there, with the focus. */
  #place(first, last) {
    const wanted = new Set();
    for (let i = first; i < last; i++) {
      wanted.add(this.#rows[i].key);
    }
    for (const child of [...this.list.children]) {
      const key = child.dataset.key;
      if (this.#nodes.get(key) !== child || (!wanted.has(key) && !child.contains(document.activeElement))) {
        if (this.#nodes.get(key) === child) {
          this.#drop(key);
        }
        child.remove();
      }
    }
    let next = this.list.firstChild;
    for (let i = first; i < last; i++) {
      const row = this.#rows[i];
      let node = this.#nodes.get(row.key);
      if (!node) {
        node = this.draw(row);
        node.dataset.key = row.key;
        this.#nodes.set(row.key, node);
        this.#observer.observe(node);
      }
      attribute(node, "aria-posinset", i + 1);
      attribute(node, "aria-setsize", this.#rows.length);
      if (node === next) {
        next = next.nextSibling;
      } else {
        this.list.insertBefore(node, next);
      }
    }
  }
}
