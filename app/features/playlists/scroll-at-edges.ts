/** So near (px) to what is covered at the window's edges the page begins to scroll. */
const reach = 56;
/** Px by which it has to be brought nearer. */
const slack = 12;
/** Px of a frame, at the edge itself. */
const fastest = 22;

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
  let edges = { above: 0, below: 0 };
  const step = () => {
    frame = requestAnimationFrame(step);
    if (speed === 0) return;
    const before = window.scrollY;
    window.scrollBy({ top: speed, behavior: "instant" });
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
      frame = requestAnimationFrame(step);
    },
    look(y) {
      const [above, below] = [edges.above - y, y - edges.below];
      const depth = Math.max(above, below, 0) / reach;
      speed = Math.sign(below - above) * Math.min(1, depth) ** 2 * fastest;
    },
    stop() {
      cancelAnimationFrame(frame);
      speed = 0;
    },
  };
}
