import { type RefObject, useEffect, useRef, useState } from "react";

/** A scroll of ours is over after this time even where the browser does not tell (ms). */
const scrollMs = 1500;
/** So long after the last turn of a wheel or move of a finger the page is theirs (ms): it may be gliding still. */
const handsOffMs = 1500;

/** Where the voice is, seen from what people look at; null while they are with it. */
export type Away = "above" | "below" | null;

/**
 * Keeps line `spoken` in sight while people are with the voice: they are when they see the line that is left or the one
 * that begins, and no longer when they scroll away from it. They come back by scrolling there or with `comeBack`.
 */
export function useFollowVoice(
  list: RefObject<HTMLElement | null>,
  spoken: number,
): { away: Away; comeBack: () => void } {
  const [away, setAway] = useState<Away>(null);
  const latest = useRef({ spoken, away });
  /** Until when (`performance.now()`) scrolling is taken for ours. */
  const ours = useRef(0);
  /** When people last moved the page (`performance.now()`). */
  const byHandAt = useRef(Number.NEGATIVE_INFINITY);
  const wander = (to: Away) => {
    latest.current.away = to;
    setAway(to);
  };
  const show = (line: Element | undefined) => {
    if (!line) return;
    ours.current = performance.now() + scrollMs;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    line.scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every line that begins
  useEffect(() => {
    const lines = list.current?.children;
    const [before, line] = [lines?.[latest.current.spoken], lines?.[spoken]];
    latest.current.spoken = spoken;
    if (!line) return wander(null);
    const isTheirs = performance.now() - byHandAt.current < handsOffMs;
    if (latest.current.away || isTheirs) return wander(placeOf(line));
    if (placeOf(line) !== null && (!before || placeOf(before) !== null)) return wander(placeOf(line));
    if (!isCentral(line)) show(line);
  }, [spoken]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads what is newest from `latest`
  useEffect(() => {
    const end = () => {
      ours.current = 0;
    };
    const byHand = () => {
      end();
      byHandAt.current = performance.now();
    };
    const look = () => {
      if (performance.now() < ours.current) return;
      const line = list.current?.children[latest.current.spoken];
      const place = line ? placeOf(line) : null;
      if (place !== latest.current.away) wander(place);
    };
    const abort = new AbortController();
    const options = { passive: true, signal: abort.signal };
    for (const name of ["wheel", "touchmove", "keydown"] as const)
      window.addEventListener(name, byHand, options);
    window.addEventListener("scrollend", end, options);
    window.addEventListener("scroll", look, options);
    return () => abort.abort();
  }, [list]);

  return {
    away,
    comeBack() {
      wander(null);
      byHandAt.current = Number.NEGATIVE_INFINITY;
      show(list.current?.children[latest.current.spoken]);
    },
  };
}

/** Null for a line that is in sight, above what floats at the bottom. */
function placeOf(line: Element): Away {
  const { top, bottom } = line.getBoundingClientRect();
  if (bottom < window.innerHeight * 0.06) return "above";
  return top > window.innerHeight * 0.8 ? "below" : null;
}

function isCentral(line: Element): boolean {
  const { top, bottom } = line.getBoundingClientRect();
  return top > window.innerHeight * 0.12 && bottom < window.innerHeight * 0.66;
}
