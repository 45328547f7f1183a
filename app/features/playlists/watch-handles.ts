/** Where a key on a handle sends its row. */
export type Step = "up" | "down" | "first" | "last";

const steps: Record<string, Step | undefined> = {
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
};

/** The rows of a list, in their order. */
export const rowsIn = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>("[data-track]"),
];

/**
 * Listens for keys and presses on the handles (`[data-grip]`) of a list's rows, which are counted from 0. Returns what
 * ends it.
 */
export function watchHandles(
  list: HTMLElement,
  { onStep, onPress }: { onStep(row: number, step: Step): void; onPress(row: number): void },
): () => void {
  const rowOf = (event: Event): number => {
    const grip = event.target instanceof Element ? event.target.closest("[data-grip]") : null;
    const row = grip?.closest<HTMLElement>("[data-track]");
    return row ? rowsIn(list).indexOf(row) : -1;
  };
  const key = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const row = rowOf(event);
    if (row < 0) return;
    event.preventDefault();
    event.stopPropagation();
    onStep(row, step);
  };
  const click = (event: MouseEvent) => {
    const row = rowOf(event);
    if (row >= 0) onPress(row);
  };
  list.addEventListener("keydown", key);
  list.addEventListener("click", click);
  return () => {
    list.removeEventListener("keydown", key);
    list.removeEventListener("click", click);
  };
}
