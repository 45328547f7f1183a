import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

const preloadDistance = 1400;
/** Then a click is needed, so that what is below the list stays reachable. */
const maxAutomaticPages = 5;
const scrollKeys = new Set(["ArrowDown", "PageDown", "End", " "]);

/**
 * Calls `load` before `end` scrolls into view, for at most five pages (`pageCount`) since `allowMore`. It waits for the first
 * scroll, and while `paused`. It does not follow Tab, or nobody would reach the end. Checks the position again when `next`
 * changes.
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
        // A busy browser delivers several entries at once: the last is current.
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
