import { type RefObject, useEffect } from "react";

const steps: Record<string, number> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * Makes the links of `list` that match `selector` one tab stop, or a long list keeps keyboard users from what stands below it. The
 * arrow keys, Home and End move among them; Tab comes to the current one (`aria-current`), else to the last visited. Without
 * JavaScript each is a stop. `items`: what the list shows; a new value begins anew.
 */
export function useOneTabStop(
  list: RefObject<HTMLElement | null>,
  selector: string,
  items: readonly unknown[],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items are other links
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const links = () => [...element.querySelectorAll<HTMLAnchorElement>(selector)];
    const currentOne = () => links().find((link) => link.hasAttribute("aria-current"));
    let stop = currentOne() ?? links()[0];
    for (const link of links()) link.tabIndex = link === stop ? 0 : -1;
    const onFocus = ({ target, relatedTarget }: FocusEvent) => {
      if (!(target instanceof HTMLAnchorElement) || !target.matches(selector)) return;
      const cameFromInside = relatedTarget instanceof Node && element.contains(relatedTarget);
      const current = currentOne();
      if (stop) stop.tabIndex = -1;
      stop = !cameFromInside && current && target.matches(":focus-visible") ? current : target;
      stop.tabIndex = 0;
      if (stop !== target) stop.focus();
    };
    const onKey = (event: KeyboardEvent) => {
      const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key];
      const all = links();
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
      for (const link of links()) link.tabIndex = 0;
    };
  }, [list, selector, items]);
}
