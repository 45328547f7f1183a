import { type RefObject, useEffect, useRef, useState } from "react";

/** In browsers without `scrollend` a programmatic scroll ends after this (ms). */
const programmaticScrollMs = 1500;
/** After user input scrolling counts as the user's for this long (ms): momentum goes on. */
const userScrollMs = 1500;

/** Where the current line is; null when visible or followed. */
type OffScreen = "above" | "below" | null;

/**
 * Scrolls the line `current` into view while the user follows: while the last or new line is visible and the user does not
 * scroll away. They follow again by scrolling back or `scrollBack`.
 */
export function useAutoScroll(
  list: RefObject<HTMLElement | null>,
  current: number,
): { offScreen: OffScreen; scrollBack: () => void } {
  const [offScreen, setOffScreen] = useState<OffScreen>(null);
  const latest = useRef({ current, offScreen });
  /** Until when (`performance.now()`) scrolling is programmatic. */
  const programmaticUntil = useRef(0);
  const userScrolledAt = useRef(Number.NEGATIVE_INFINITY);
  const update = (side: OffScreen) => {
    latest.current.offScreen = side;
    setOffScreen(side);
  };
  const scrollTo = (line: Element | undefined) => {
    if (!line) return;
    programmaticUntil.current = performance.now() + programmaticScrollMs;
    const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    line.scrollIntoView({ block: "center", behavior: reducedMotion ? "auto" : "smooth" });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new line
  useEffect(() => {
    const lines = list.current?.children;
    const [previous, line] = [lines?.[latest.current.current], lines?.[current]];
    latest.current.current = current;
    if (!line) return update(null);
    const isUserScrolling = performance.now() - userScrolledAt.current < userScrollMs;
    const side = offScreenSide(line);
    if (latest.current.offScreen || isUserScrolling) return update(side);
    if (side !== null && (!previous || offScreenSide(previous) !== null)) return update(side);
    if (!isCentral(line)) scrollTo(line);
  }, [current]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the current values from `latest`
  useEffect(() => {
    const onScrollEnd = () => {
      programmaticUntil.current = 0;
    };
    const onUserInput = () => {
      onScrollEnd();
      userScrolledAt.current = performance.now();
    };
    const onScroll = () => {
      if (performance.now() < programmaticUntil.current) return;
      const line = list.current?.children[latest.current.current];
      const side = line ? offScreenSide(line) : null;
      if (side !== latest.current.offScreen) update(side);
    };
    const abort = new AbortController();
    const options = { passive: true, signal: abort.signal };
    for (const name of ["wheel", "touchmove", "keydown"] as const)
      window.addEventListener(name, onUserInput, options);
    window.addEventListener("scrollend", onScrollEnd, options);
    window.addEventListener("scroll", onScroll, options);
    return () => abort.abort();
  }, [list]);

  return {
    offScreen,
    scrollBack() {
      update(null);
      userScrolledAt.current = Number.NEGATIVE_INFINITY;
      scrollTo(list.current?.children[latest.current.current]);
    },
  };
}

/** Null if part of the line shows above a floating player. */
function offScreenSide(line: Element): OffScreen {
  const { top, bottom } = line.getBoundingClientRect();
  if (bottom < window.innerHeight * 0.06) return "above";
  // Hidden it has no place, and no top.
  const floor = document.querySelector("[data-floating]")?.getBoundingClientRect().top || window.innerHeight;
  return top > floor - 24 ? "below" : null;
}

function isCentral(line: Element): boolean {
  const { top, bottom } = line.getBoundingClientRect();
  return top > window.innerHeight * 0.12 && bottom < window.innerHeight * 0.66;
}
