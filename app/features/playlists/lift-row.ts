/** Milliseconds in which a row that is let go reaches its place, and others make way. */
const settleMs = 180;
const easing = "cubic-bezier(0.2, 0.7, 0.3, 1)";

/** A row in the hand, those that it has passed out of its way. Places are counted from 0. */
export interface LiftedRow {
  readonly from: number;
  /** Where it would be if it were let go now. */
  readonly to: number;
  /** Brings it to where the pointer is, `y` in px of the window. */
  follow(y: number): void;
  /** Lets it glide to its place, or with `back` to where it was. */
  settle(back: boolean): Promise<void>;
  /** Takes all of this away again. */
  clear(): void;
}

/**
 * Lifts a row out of its list, which the pointer has taken at `y`. Nothing in the list changes but how it is drawn; rows
 * that come at its end meanwhile take part.
 */
export function liftRow(row: HTMLElement, y: number): LiftedRow {
  const list = row.parentElement ?? row;
  const rows = list.children;
  const from = [...rows].indexOf(row);
  const height = row.offsetHeight;
  const top = row.getBoundingClientRect().top;
  const grip = y - top;
  /** From the list's own edge, whatever is drawn elsewhere at the moment. */
  const edge = top - list.getBoundingClientRect().top - row.offsetTop;
  const displaced = new Set<HTMLElement>();
  let to = from;
  row.dataset.lifted = "";

  const at = (index: number): HTMLElement => {
    const one = rows.item(index);
    if (!(one instanceof HTMLElement)) throw new RangeError("no such row");
    return one;
  };
  const middle = (index: number) => at(index).offsetTop + at(index).offsetHeight / 2;
  const moveTo = (index: number) => {
    // The one that is passed on the way there: it makes way, or returns.
    const isReturning = index > to ? to < from : to > from;
    const passed = at(isReturning ? to : index);
    to = index;
    displaced.add(passed);
    passed.style.transition = `transform ${settleMs}ms ${easing}`;
    passed.style.transform = isReturning ? "" : `translateY(${index > from ? -height : height}px)`;
  };
  return {
    from,
    get to() {
      return to;
    },
    follow(pointer) {
      // Read anew: rows get their real heights as they come into sight.
      const origin = list.getBoundingClientRect().top + edge;
      const upper = pointer - grip - origin;
      const lower = upper + height;
      while (to < rows.length - 1 && (to >= from ? lower > middle(to + 1) : upper > middle(to)))
        moveTo(to + 1);
      while (to > 0 && (to <= from ? upper < middle(to - 1) : lower < middle(to))) moveTo(to - 1);
      row.style.transform = `translateY(${upper - row.offsetTop}px)`;
    },
    async settle(back) {
      while (back && to !== from) moveTo(to < from ? to + 1 : to - 1);
      const aim = at(to);
      const rest = aim.offsetTop - row.offsetTop + (to > from ? aim.offsetHeight - height : 0);
      row.style.transition = `transform ${settleMs}ms ${easing}`;
      row.style.transform = `translateY(${rest}px)`;
      const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (!isStill) await new Promise((resolve) => setTimeout(resolve, settleMs));
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
