import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

/** Distance (px) from the end of the list at which the next page is loaded. */
const preloadDistance = 1400;
/** Pages that load automatically before a click is required, so that what is below the list stays reachable. */
const maxAutomaticPages = 5;
const scrollKeys = new Set(["ArrowDown", "PageDown", "End", " "]);

/**
 * Calls `load` before `end` scrolls into view: only after the first scroll, not while `paused` or while Tab is what scrolls
 * (nobody would come to the end of a list that grows), and until five pages have come (`pageCount`) since `allowMore` was
 * called. What comes next is named by `next`: when that changes, because a page has come or because the list was changed and
 * what was asked for is of no use, the position is checked again.
 */
export function useInfiniteScroll(
  end: RefObject<HTMLElement | null>,
  options: { next: string | null; pageCount: number; paused: boolean; load: () => void },
): { allowMore: () => void } {
  const { next, pageCount, paused } = options;
  const [hasScrolled, setHasScrolled] = useState(false);
  const [isTabbing, setIsTabbing] = useState(false);
  const allowedAt = useRef(pageCount);
  useEffect(() => {
    const onScroll = () => setHasScrolled(true);
    // Scrolled before hydration, or a restored position.
    if (window.scrollY > 0) onScroll();
    window.addEventListener("scroll", onScroll, { once: true, passive: true });
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Tab" || scrollKeys.has(key)) setIsTabbing(key === "Tab");
    };
    const onPointer = () => setIsTabbing(false);
    window.addEventListener("keydown", onKey);
    for (const type of ["pointerdown", "wheel"]) window.addEventListener(type, onPointer, { passive: true });
    return () => {
      window.removeEventListener("scroll", onScroll);
      window.removeEventListener("keydown", onKey);
      for (const type of ["pointerdown", "wheel"]) window.removeEventListener(type, onPointer);
    };
  }, []);
  const load = useEffectEvent(options.load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `end` may still be in view when something else comes next
  useEffect(() => {
    if (!end.current || !hasScrolled || isTabbing || paused) return;
    if (pageCount - allowedAt.current >= maxAutomaticPages) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // The last entry is the current state: a busy browser delivers several at once.
        if (!entries.at(-1)?.isIntersecting) return;
        observer.disconnect();
        load();
      },
      { rootMargin: `0px 0px ${preloadDistance}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, next, pageCount, hasScrolled, isTabbing, paused]);
  return {
    allowMore() {
      allowedAt.current = pageCount;
    },
  };
}
