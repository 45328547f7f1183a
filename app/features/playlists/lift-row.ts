import { trackOf } from "#app/features/tracks/hooks/use-paged-list.ts";
import { rowElements } from "../tracks/drawn-rows.ts";

/** Milliseconds in which a row that is let go reaches its place, and others make way. */
const settleMs = 180;
const easing = "cubic-bezier(0.2, 0.7, 0.3, 1)";

/** A row in the hand, those that it has passed out of its way. */
export interface LiftedRow {
  readonly trackId: number;
  /** Brings it to where the pointer is, `y` in px of the window. */
  follow(y: number): void;
  /**
   * Lets it glide to its place, or with `back` to where it was. Resolves with the track whose place it has taken, null
   * when it stays where it was.
   */
  settle(back: boolean): Promise<number | null>;
  /** Takes all of this away again. */
  clear(): void;
}

/**
 * Lifts a row out of its list, which the pointer has taken at `y`. Nothing in the list changes but how it is drawn; rows
 * that are drawn meanwhile take part. `order` has the tracks of all rows, drawn or not; it may change meanwhile.
 */
export function liftRow(
  row: HTMLElement,
  { y, order }: { y: number; order(): readonly number[] },
): LiftedRow {
  const list = row.parentElement ?? row;
  const trackId = trackOf(row);
  /** Its place, from 0; rows above it come and go while it is in the hand. */
  const from = () => order().indexOf(trackId);
  const height = row.offsetHeight;
  const top = row.getBoundingClientRect().top;
  const grip = y - top;
  /** From the list's own edge, whatever is drawn elsewhere at the moment. */
  const edge = top - list.getBoundingClientRect().top - row.offsetTop;
  const displaced = new Set<HTMLElement>();
  let pointer = y;
  /** Where it would be if it were let go now. */
  let to = from();
  row.dataset.lifted = "";

  /** The other rows that are drawn, and their places. */
  const others = (): [place: number, other: HTMLElement][] => {
    const places = new Map(order().map((trackId, place) => [trackId, place]));
    return rowElements(list)
      .filter((one) => one !== row)
      .map((one) => [places.get(trackOf(one)) ?? from(), one]);
  };
  const middle = (one: HTMLElement) => one.offsetTop + one.offsetHeight / 2;
  /** Those between where it was and where it would be make way; the others return. */
  const makeWay = () => {
    const at = from();
    for (const [place, one] of others()) {
      const isBelow = place > at && place <= to;
      const isAbove = place < at && place >= to;
      const way = isBelow ? `translateY(${-height}px)` : isAbove ? `translateY(${height}px)` : "";
      if (one.style.transform === way) continue;
      displaced.add(one);
      one.style.transition = `transform ${settleMs}ms ${easing}`;
      one.style.transform = way;
    }
  };
  const follow = (y: number) => {
    pointer = y;
    const at = from();
    // Read anew: rows get their real heights as they come into sight.
    const origin = list.getBoundingClientRect().top + edge;
    const upper = pointer - grip - origin;
    const lower = upper + height;
    const passed = others()
      .filter(([place, one]) => (place > at ? lower > middle(one) : place < at && upper < middle(one)))
      .map(([place]) => place);
    to = upper > row.offsetTop ? Math.max(at, ...passed) : Math.min(at, ...passed);
    makeWay();
    row.style.transform = `translateY(${upper - row.offsetTop}px)`;
  };
  return {
    trackId,
    follow,
    async settle(back) {
      if (!back) follow(pointer);
      const at = from();
      // Out of the list meanwhile, it has no place to go to.
      if (back || at < 0) to = at;
      const taken = to === at ? null : (order()[to] ?? null);
      makeWay();
      const aim = others().find(([place]) => place === to)?.[1] ?? row;
      const rest = aim.offsetTop - row.offsetTop + (to > at ? aim.offsetHeight - height : 0);
      row.style.transition = `transform ${settleMs}ms ${easing}`;
      row.style.transform = `translateY(${rest}px)`;
      const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (!isStill) await new Promise((resolve) => setTimeout(resolve, settleMs));
      return taken;
    },
    clear() {
      const drawn = [row, ...displaced];
      for (const one of drawn) {
        one.style.transition = "none";
        one.style.transform = "";
      }
      // They stand where they were drawn: nothing glides.
      void row.offsetTop;
      for (const one of drawn) one.style.transition = "";
      delete row.dataset.lifted;
    },
  };
}
