import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

/** So far before its end (px) a list that is scrolled asks for more. */
const ahead = 1400;
/** So many pages come by themselves, then a press is asked for: what stands below stays within reach. */
const inARow = 5;

/**
 * Calls `load` while people scroll towards `end`, well before they are there: not before the first scroll, not after a
 * failure, and a few times only until `allowMore` is called. `count` is how many rows there are.
 */
export function useAutomaticPages(
  end: RefObject<HTMLElement | null>,
  options: { count: number; paused: boolean; load: () => void },
): { allowMore: () => void } {
  const { count, paused } = options;
  const [hasScrolled, setHasScrolled] = useState(false);
  const left = useRef(inARow);
  useEffect(() => {
    const note = () => setHasScrolled(true);
    // Before the page was alive, or by the way back.
    if (window.scrollY > 0) note();
    window.addEventListener("scroll", note, { once: true, passive: true });
    return () => window.removeEventListener("scroll", note);
  }, []);
  const load = useEffectEvent(options.load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may not be enough of them: looks again
  useEffect(() => {
    if (!end.current || !hasScrolled || paused || left.current === 0) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // The last is how it is now: a busy browser tells several at once.
        if (!entries.at(-1)?.isIntersecting) return;
        observer.disconnect();
        left.current -= 1;
        load();
      },
      { rootMargin: `0px 0px ${ahead}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, count, hasScrolled, paused]);
  return {
    allowMore() {
      left.current = inARow;
    },
  };
}
