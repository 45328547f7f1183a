import { trackOf } from "#app/features/tracks/hooks/use-paged-list.ts";
import { type LiftedRow, liftRow } from "./lift-row.ts";
import { scrollAtEdges } from "./scroll-at-edges.ts";

/** A finger that rests so long (ms) on a row lifts it (spec 2 §9, "Long press"). */
const longPressMs = 250;
/** One that moves so far (px) before that scrolls. */
const threshold = 10;
/** A mouse that moves so far (px) on a handle drags; less is a click. */
const mouseThreshold = 3;

export interface Dragging {
  /** Ids of the tracks whose rows these are, drawn or not, in their order. */
  order(): readonly number[];
  /** A row is lifted: it has to stay drawn. */
  onLift(trackId: number): void;
  /** A track's row was let go at the place of another one's. The rows are to stand so when it returns. */
  onDrop(move: { trackId: number; taken: number }): void;
}

/** A press that may become a drag. */
interface Press {
  pointerId: number;
  row: HTMLElement;
  /** Its handle, if it is pressed there. */
  grip: Element | null;
  x: number;
  y: number;
  timer?: ReturnType<typeof setTimeout>;
}

/**
 * Lets the rows (`[data-track]`) in `list` be dragged: by mouse on their handles (`[data-grip]`), by finger after a long
 * press anywhere. Escape, a second finger and leaving the window put a row back. Returns what ends it.
 */
export function dragRows(list: HTMLElement, { order, onLift, onDrop }: Dragging): () => void {
  let press: Press | null = null;
  let lifted: LiftedRow | null = null;
  let pointerY = 0;
  /** A row is on its way to its place. */
  let isSettling = false;
  let swallowsClick = false;
  const scroller = scrollAtEdges(() => lifted?.follow(pointerY));

  const forget = () => {
    clearTimeout(press?.timer);
    press = null;
  };
  const lift = () => {
    if (!press?.row.isConnected || order().length < 2) return forget();
    clearTimeout(press.timer);
    onLift(trackOf(press.row));
    lifted = liftRow(press.row, { y: press.y, order });
    swallowsClick = true;
    // By mouse: the handle keeps its pointer, and nothing on the way lights up under it.
    if (press.timer === undefined && press.grip) press.grip.setPointerCapture(press.pointerId);
    pointerY = press.y;
    scroller.start(pointerY);
  };
  const end = async (isDropped: boolean) => {
    forget();
    scroller.stop();
    const row = lifted;
    if (!row) return;
    lifted = null;
    isSettling = true;
    const taken = await row.settle(!isDropped);
    if (taken !== null) onDrop({ trackId: row.trackId, taken });
    row.clear();
    isSettling = false;
  };
  const cancel = () => void end(false);

  const down = (event: PointerEvent) => {
    if (press || lifted) return cancel();
    if (isSettling || event.button !== 0 || !(event.target instanceof Element)) return;
    const row = event.target.closest<HTMLElement>("[data-track]");
    const grip = event.target.closest("[data-grip]");
    const isByFinger = event.pointerType === "touch";
    if (!row || !(isByFinger || grip)) return;
    // What is set by dragging it stays so.
    if (event.target.closest("input, audio")) return;
    const { pointerId, clientX: x, clientY: y } = event;
    press = { pointerId, row, grip, x, y };
    if (isByFinger) {
      press.timer = setTimeout(() => {
        lift();
        if (lifted) navigator.vibrate?.(10);
      }, longPressMs);
    }
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== press?.pointerId) return;
    const way = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!lifted && event.pointerType === "touch") {
      if (way > threshold) forget();
      return;
    }
    if (!lifted && way > mouseThreshold) lift();
    pointerY = event.clientY;
    scroller.look(pointerY);
    lifted?.follow(pointerY);
  };
  /** The click that a press ends with comes at once, if it comes. */
  const letGo = () => {
    setTimeout(() => {
      if (!lifted) swallowsClick = false;
    }, 50);
  };
  const up = (event: PointerEvent) => {
    letGo();
    if (event.pointerId === press?.pointerId) void end(true);
  };
  const gone = (event: PointerEvent) => {
    letGo();
    if (event.pointerId === press?.pointerId) cancel();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !lifted) return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  };
  /** While a row is lifted the finger neither scrolls nor opens a menu, and the end of it is no click. */
  const keepStill = (event: Event) => {
    if (lifted) event.preventDefault();
  };
  const holdMenu = (event: Event) => {
    if (lifted || press?.timer !== undefined) event.preventDefault();
  };
  const click = (event: Event) => {
    if (!swallowsClick) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const ending = new AbortController();
  const { signal } = ending;
  list.addEventListener("pointerdown", down, { signal });
  // From the beginning, or browsers scroll without asking.
  list.addEventListener("touchmove", keepStill, { signal, passive: false });
  list.addEventListener("contextmenu", holdMenu, { signal });
  list.addEventListener("dragstart", holdMenu, { signal });
  list.addEventListener("click", click, { signal, capture: true });
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", up, { signal });
  window.addEventListener("pointercancel", gone, { signal });
  window.addEventListener("blur", cancel, { signal });
  window.addEventListener("keydown", key, { signal, capture: true });
  return () => {
    ending.abort();
    forget();
    scroller.stop();
    lifted?.clear();
  };
}
