/** So near (px) to what is covered at the window's edges the page begins to scroll. */
const reach = 72;
/** Px of a frame, at the edge itself. */
const fastest = 22;

interface EdgeScroller {
  start(): void;
  /** Where the pointer is, in px of the window. */
  look(y: number): void;
  stop(): void;
}

/** Scrolls the page while the pointer is held at its upper or lower edge; `onScroll` is called after each step. */
export function scrollAtEdges(onScroll: () => void): EdgeScroller {
  let speed = 0;
  let frame = 0;
  let covered = { above: 0, below: 0 };
  const step = () => {
    frame = requestAnimationFrame(step);
    if (speed === 0) return;
    const before = window.scrollY;
    window.scrollBy({ top: speed, behavior: "instant" });
    if (window.scrollY !== before) onScroll();
  };
  return {
    start() {
      // What floats over the page is what the style sheet keeps targets of links clear of.
      const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
      covered = {
        above: Number.parseFloat(scrollPaddingTop) || 0,
        below: Number.parseFloat(scrollPaddingBottom) || 0,
      };
      speed = 0;
      frame = requestAnimationFrame(step);
    },
    look(y) {
      const above = covered.above + reach - y;
      const below = y - (window.innerHeight - covered.below - reach);
      const depth = Math.max(above, below, 0) / reach;
      speed = Math.sign(below - above) * Math.min(1, depth) ** 2 * fastest;
    },
    stop() {
      cancelAnimationFrame(frame);
      speed = 0;
    },
  };
}
