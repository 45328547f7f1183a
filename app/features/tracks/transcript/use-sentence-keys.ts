import { type RefObject, useEffect } from "react";

const steps: Record<string, number> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * Makes the sentences of `list` one tab stop, or a long transcript keeps keyboard users from what stands below it. The arrow keys
 * up and down, Home and End move among them; Tab comes to the one that is spoken, else to the last visited. Without JavaScript each
 * is a stop.
 */
export function useSentenceKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const sentences = () => [...element.querySelectorAll<HTMLAnchorElement>(".transcript-line a")];
    const [first, ...others] = sentences();
    for (const sentence of others) sentence.tabIndex = -1;
    let stop = first;
    const onFocus = ({ target, relatedTarget }: FocusEvent) => {
      if (!(target instanceof HTMLAnchorElement) || !target.closest(".transcript-line")) return;
      const cameFromInside = relatedTarget instanceof Node && element.contains(relatedTarget);
      const spoken = sentences().find((sentence) => sentence.hasAttribute("aria-current"));
      if (stop) stop.tabIndex = -1;
      stop = !cameFromInside && spoken && target.matches(":focus-visible") ? spoken : target;
      stop.tabIndex = 0;
      if (stop !== target) stop.focus();
    };
    const onKey = (event: KeyboardEvent) => {
      const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key];
      const all = sentences();
      const index = event.target instanceof HTMLAnchorElement ? all.indexOf(event.target) : -1;
      if (step === undefined || index < 0) return;
      event.preventDefault();
      all[Math.min(all.length - 1, Math.max(0, index + step))]?.focus();
    };
    element.addEventListener("focusin", onFocus);
    element.addEventListener("keydown", onKey);
    return () => {
      element.removeEventListener("focusin", onFocus);
      element.removeEventListener("keydown", onKey);
      for (const sentence of sentences()) sentence.tabIndex = 0;
    };
  }, [list]);
}
