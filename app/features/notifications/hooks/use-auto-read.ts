import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

const seenMs = 2000;
/** Rows that appear within this time, as on a slow phone, share a call. */
const togetherMs = 250;
const visibleShare = 0.6;

/** Calls `read` once for rows (`data-unread`) that were visible together for two seconds; each row once per visit. */
export function useAutoRead(
  list: RefObject<HTMLElement | null>,
  options: { unread: readonly number[]; read: (ids: readonly number[]) => void },
): void {
  const done = useRef(new Set<number>());
  const read = useEffectEvent(options.read);
  const unread = options.unread.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes the rows again when the unread ones change
  useEffect(() => {
    const visibleSince = new Map<Element, number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readSeen = () => {
      clearTimeout(timer);
      if (document.visibilityState !== "visible" || visibleSince.size === 0) return;
      const now = performance.now();
      const seen = [...visibleSince].filter(([, from]) => now - from >= seenMs).map(([row]) => row);
      for (const row of seen) visibleSince.delete(row);
      const ids = seen.map(idOf).filter((id) => !done.current.has(id));
      for (const id of ids) done.current.add(id);
      if (ids.length > 0) read(ids);
      const next = Math.min(...visibleSince.values());
      if (visibleSince.size > 0) timer = setTimeout(readSeen, Math.max(0, next + seenMs + togetherMs - now));
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) visibleSince.delete(target);
          else if (!visibleSince.has(target)) visibleSince.set(target, performance.now());
        }
        readSeen();
      },
      { threshold: visibleShare },
    );
    const onVisibilityChange = () => {
      // Time in a hidden page does not count.
      for (const row of visibleSince.keys()) visibleSince.set(row, performance.now());
      readSeen();
    };
    for (const row of list.current?.querySelectorAll("[data-unread]") ?? []) observer.observe(row);
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibilityChange);
    };
  }, [list, unread]);
}

const idOf = (row: Element) => Number(row.getAttribute("data-unread"));
