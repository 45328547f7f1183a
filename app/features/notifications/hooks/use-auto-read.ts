import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/** An unread notification has been seen when it has been in view so long (spec 2 §9). */
const seenMs = 2000;
/** In view: so much of the row. */
const share = 0.6;

/**
 * Calls `read` with unread rows (`data-unread`, the id) once they have been in view for two seconds, together where they
 * came into view together; each once per visit (spec 2 §4).
 */
export function useAutoRead(
  list: RefObject<HTMLElement | null>,
  options: { unread: readonly number[]; read: (ids: readonly number[]) => void },
): void {
  const done = useRef(new Set<number>());
  const read = useEffectEvent(options.read);
  const unread = options.unread.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are others when what is unread is
  useEffect(() => {
    const since = new Map<Element, number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState !== "visible" || since.size === 0) return;
      const now = performance.now();
      const seen = [...since].filter(([, from]) => now - from >= seenMs).map(([row]) => row);
      for (const row of seen) since.delete(row);
      const ids = seen.map(idOf).filter((id) => !done.current.has(id));
      for (const id of ids) done.current.add(id);
      if (ids.length > 0) read(ids);
      const next = Math.min(...since.values());
      if (since.size > 0) timer = setTimeout(look, Math.max(0, next + seenMs - now));
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) since.delete(target);
          else if (!since.has(target)) since.set(target, performance.now());
        }
        look();
      },
      { threshold: share },
    );
    const turn = () => {
      // What nobody saw begins anew.
      for (const row of since.keys()) since.set(row, performance.now());
      look();
    };
    for (const row of list.current?.querySelectorAll("[data-unread]") ?? []) observer.observe(row);
    document.addEventListener("visibilitychange", turn);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", turn);
    };
  }, [list, unread]);
}

const idOf = (row: Element) => Number(row.getAttribute("data-unread"));
