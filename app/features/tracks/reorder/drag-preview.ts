import { rowElements, trackIdOfRow } from "../list/use-paged-list.ts";

const settleMs = 180;
const easing = "cubic-bezier(0.2, 0.7, 0.3, 1)";

export interface DragPreview {
  readonly trackId: number;
  /** `pointerY` in px of the viewport. */
  follow(pointerY: number): void;
  /** Moves the row to its place, or back if not `isDropped`. Resolves with the track whose place it takes, or null. */
  settle(isDropped: boolean): Promise<number | null>;
  clear(): void;
}

/**
 * Starts dragging a row taken at `pointerY`. Changes only CSS transforms, not the list; rows rendered later take part. `order`:
 * ids of all rows, rendered or not; may change during the drag.
 */
export function createDragPreview(
  row: HTMLElement,
  { pointerY, order }: { pointerY: number; order(): readonly number[] },
): DragPreview {
  const list = row.parentElement ?? row;
  const trackId = trackIdOfRow(row);
  const startIndex = () => order().indexOf(trackId);
  const height = row.offsetHeight;
  const top = row.getBoundingClientRect().top;
  const pointerOffset = pointerY - top;
  const originInList = top - list.getBoundingClientRect().top - row.offsetTop;
  const displaced = new Set<HTMLElement>();
  let lastPointerY = pointerY;
  let dropIndex = startIndex();
  row.dataset.dragging = "";

  const others = (): [index: number, other: HTMLElement][] => {
    const indexes = new Map(order().map((trackId, index) => [trackId, index]));
    return rowElements(list)
      .filter((one) => one !== row)
      .map((one) => [indexes.get(trackIdOfRow(one)) ?? startIndex(), one]);
  };
  const middleOf = (one: HTMLElement) => one.offsetTop + one.offsetHeight / 2;
  /** Shifts the rows between start and drop position, and resets the others. */
  const makeRoom = () => {
    const start = startIndex();
    for (const [index, one] of others()) {
      const movesUp = index > start && index <= dropIndex;
      const movesDown = index < start && index >= dropIndex;
      const transform = movesUp ? `translateY(${-height}px)` : movesDown ? `translateY(${height}px)` : "";
      if (one.style.transform === transform) continue;
      displaced.add(one);
      one.style.transition = `transform ${settleMs}ms ${easing}`;
      one.style.transform = transform;
    }
  };
  const follow = (pointerY: number) => {
    lastPointerY = pointerY;
    const start = startIndex();
    // Measured each time: rows above get their real heights when they are rendered.
    const origin = list.getBoundingClientRect().top + originInList;
    const upper = lastPointerY - pointerOffset - origin;
    const lower = upper + height;
    const passed = others()
      .filter(([index, one]) =>
        index > start ? lower > middleOf(one) : index < start && upper < middleOf(one),
      )
      .map(([index]) => index);
    dropIndex = upper > row.offsetTop ? Math.max(start, ...passed) : Math.min(start, ...passed);
    makeRoom();
    row.style.transform = `translateY(${upper - row.offsetTop}px)`;
  };
  return {
    trackId,
    follow,
    async settle(isDropped) {
      if (isDropped) follow(lastPointerY);
      const start = startIndex();
      // A row removed during the drag has no drop position.
      if (!isDropped || start < 0) dropIndex = start;
      const targetId = dropIndex === start ? null : (order()[dropIndex] ?? null);
      makeRoom();
      const target = others().find(([index]) => index === dropIndex)?.[1] ?? row;
      const offset =
        target.offsetTop - row.offsetTop + (dropIndex > start ? target.offsetHeight - height : 0);
      row.style.transition = `transform ${settleMs}ms ${easing}`;
      row.style.transform = `translateY(${offset}px)`;
      const isReducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (!isReducedMotion) await new Promise((resolve) => setTimeout(resolve, settleMs));
      return targetId;
    },
    clear() {
      const changed = [row, ...displaced];
      for (const one of changed) {
        one.style.transition = "none";
        one.style.transform = "";
      }
      // Forces a layout, so that the rows jump without a transition.
      void row.offsetTop;
      for (const one of changed) one.style.transition = "";
      delete row.dataset.dragging;
    },
  };
}
