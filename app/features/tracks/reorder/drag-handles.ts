import { trackIdOfRow } from "../list/use-paged-list.ts";

export type Step = "up" | "down" | "first" | "last";

const steps: Record<string, Step | undefined> = {
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
};

/** Listens for keys and clicks on drag handles (`[data-drag-handle]`). Returns the cleanup. */
export function listenToHandles(
  list: HTMLElement,
  callbacks: { onStep(trackId: number, step: Step): void; onHandleClick(trackId: number): void },
): () => void {
  const trackIdOf = (event: Event): number | null => {
    const handle = event.target instanceof Element ? event.target.closest("[data-drag-handle]") : null;
    const row = handle?.closest<HTMLElement>("[data-track]");
    return row ? trackIdOfRow(row) : null;
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const trackId = trackIdOf(event);
    if (trackId === null) return;
    event.preventDefault();
    event.stopPropagation();
    callbacks.onStep(trackId, step);
  };
  const handleClick = (event: MouseEvent) => {
    const trackId = trackIdOf(event);
    if (trackId !== null) callbacks.onHandleClick(trackId);
  };
  list.addEventListener("keydown", handleKey);
  list.addEventListener("click", handleClick);
  return () => {
    list.removeEventListener("keydown", handleKey);
    list.removeEventListener("click", handleClick);
  };
}
