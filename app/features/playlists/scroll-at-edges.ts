/** So near (px) to what is covered at the window's edges the page begins to scroll. */
const reach = 56;
/** Px by which it has to be brought nearer. */
const slack = 12;
/** Px per ms at the edge itself, however often the screen is drawn. */
const maxSpeed = 1.3;
/** A frame that took longer (ms) scrolls as far as one that took this long. */
const maxFrameMs = 100;

interface EdgeScroller {
  /** `y` is where the pointer is now: what was taken at an edge rests there until it is brought nearer to it. */
  start(y: number): void;
  /** Where the pointer is, in px of the window. */
  look(y: number): void;
  stop(): void;
}

/** Scrolls the page while the pointer is held at its upper or lower edge; `onScroll` is called after each step. */
export function scrollAtEdges(onScroll: () => void): EdgeScroller {
  let speed = 0;
  let frame = 0;
  let lastFrameMs = 0;
  /** What was not scrolled yet for being less than a pixel. */
  let rest = 0;
  let edges = { above: 0, below: 0 };
  const step = (nowMs: number) => {
    frame = requestAnimationFrame(step);
    const elapsedMs = Math.min(nowMs - lastFrameMs, maxFrameMs);
    lastFrameMs = nowMs;
    if (speed === 0) {
      rest = 0;
      return;
    }
    const distance = speed * elapsedMs + rest;
    const top = Math.trunc(distance);
    rest = distance - top;
    const before = window.scrollY;
    window.scrollBy({ top, behavior: "instant" });
    if (window.scrollY !== before) onScroll();
  };
  return {
    start(y) {
      // What floats over the page is what the style sheet keeps targets of links clear of.
      const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
      edges = {
        above: Math.min(y - slack, (Number.parseFloat(scrollPaddingTop) || 0) + reach),
        below: Math.max(
          y + slack,
          window.innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0) - reach,
        ),
      };
      speed = 0;
      lastFrameMs = performance.now();
      frame = requestAnimationFrame(step);
    },
    look(y) {
      const [above, below] = [edges.above - y, y - edges.below];
      const depth = Math.max(above, below, 0) / reach;
      speed = Math.sign(below - above) * Math.min(1, depth) ** 2 * maxSpeed;
    },
    stop() {
      cancelAnimationFrame(frame);
      speed = 0;
    },
  };
}
