import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

/** Distance (px) from the end of the list at which the next page is loaded. */
const preloadDistance = 1400;
/** Pages that load automatically before a click is required, so that what is below the list stays reachable. */
const maxAutomaticPages = 5;

/**
 * Calls `load` before `end` scrolls into view: only after the first scroll, not while `paused`, and at most five times
 * until `allowMore` is called. `count` is the number of rows: when it changes, the position is checked again.
 */
export function useInfiniteScroll(
  end: RefObject<HTMLElement | null>,
  options: { count: number; paused: boolean; load: () => void },
): { allowMore: () => void } {
  const { count, paused } = options;
  const [hasScrolled, setHasScrolled] = useState(false);
  const remaining = useRef(maxAutomaticPages);
  useEffect(() => {
    const onScroll = () => setHasScrolled(true);
    // Scrolled before hydration, or a restored position.
    if (window.scrollY > 0) onScroll();
    window.addEventListener("scroll", onScroll, { once: true, passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, []);
  const load = useEffectEvent(options.load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page `end` may still be in view
  useEffect(() => {
    if (!end.current || !hasScrolled || paused || remaining.current === 0) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // The last entry is the current state: a busy browser delivers several at once.
        if (!entries.at(-1)?.isIntersecting) return;
        observer.disconnect();
        remaining.current -= 1;
        load();
      },
      { rootMargin: `0px 0px ${preloadDistance}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, count, hasScrolled, paused]);
  return {
    allowMore() {
      remaining.current = maxAutomaticPages;
    },
  };
}
