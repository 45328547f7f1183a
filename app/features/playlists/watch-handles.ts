import { trackOf } from "#app/features/tracks/hooks/use-paged-list.ts";

/** Where a key on a handle sends its row. */
export type Step = "up" | "down" | "first" | "last";

const steps: Record<string, Step | undefined> = {
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
};

/** Listens for keys and presses on the handles (`[data-grip]`) of a list's rows. Returns what ends it. */
export function watchHandles(
  list: HTMLElement,
  { onStep, onPress }: { onStep(trackId: number, step: Step): void; onPress(trackId: number): void },
): () => void {
  const trackUnder = (event: Event): number | null => {
    const grip = event.target instanceof Element ? event.target.closest("[data-grip]") : null;
    const row = grip?.closest<HTMLElement>("[data-track]");
    return row ? trackOf(row) : null;
  };
  const key = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const trackId = trackUnder(event);
    if (trackId === null) return;
    event.preventDefault();
    event.stopPropagation();
    onStep(trackId, step);
  };
  const click = (event: MouseEvent) => {
    const trackId = trackUnder(event);
    if (trackId !== null) onPress(trackId);
  };
  list.addEventListener("keydown", key);
  list.addEventListener("click", click);
  return () => {
    list.removeEventListener("keydown", key);
    list.removeEventListener("click", click);
  };
}
