import { trackIdOfRow } from "../list/use-paged-list.ts";
import { createDragPreview, type DragPreview } from "./drag-preview.ts";

const longPressMs = 250;
/** A touch that moves farther (px) before that scrolls. */
const touchThreshold = 10;
/** A mouse that moves less (px) on a handle clicks. */
const mouseThreshold = 3;

interface DragCallbacks {
  order(): readonly number[];
  /** The row must stay rendered. */
  onDragStart(trackId: number): void;
  /** Dropped in the position of the row `targetId`. The DOM must be in the new order when it returns. */
  onDrop(move: { trackId: number; targetId: number }): void;
}

interface PointerPress {
  pointerId: number;
  row: HTMLElement;
  handle: Element | null;
  x: number;
  y: number;
  timer?: ReturnType<typeof setTimeout>;
}

/**
 * Makes the rows (`[data-track]`) draggable: by mouse on their handles (`[data-drag-handle]`), by touch after a long press.
 * Near its edges the page scrolls, or the ancestor with `data-scrolls`. Escape, a second finger and leaving the window cancel.
 * Returns the cleanup.
 */
export function dragRows(list: HTMLElement, { order, onDragStart, onDrop }: DragCallbacks): () => void {
  let press: PointerPress | null = null;
  let preview: DragPreview | null = null;
  let pointerY = 0;
  let isSettling = false;
  let isClickSuppressed = false;
  const scroller = autoScroll(() => preview?.follow(pointerY), list.closest<HTMLElement>("[data-scrolls]"));

  const releasePress = () => {
    clearTimeout(press?.timer);
    press = null;
  };
  const startDrag = () => {
    if (!press?.row.isConnected || order().length < 2) return releasePress();
    clearTimeout(press.timer);
    onDragStart(trackIdOfRow(press.row));
    preview = createDragPreview(press.row, { pointerY: press.y, order });
    isClickSuppressed = true;
    // Captured by the handle, or other elements would get hover styles.
    if (press.timer === undefined && press.handle) press.handle.setPointerCapture(press.pointerId);
    pointerY = press.y;
    scroller.start(pointerY);
  };
  const endDrag = async (isDropped: boolean) => {
    releasePress();
    scroller.stop();
    const ending = preview;
    if (!ending) return;
    preview = null;
    isSettling = true;
    const targetId = await ending.settle(isDropped);
    if (targetId !== null) onDrop({ trackId: ending.trackId, targetId });
    ending.clear();
    isSettling = false;
  };
  const cancelDrag = () => void endDrag(false);

  const handlePointerDown = (event: PointerEvent) => {
    if (press || preview) return cancelDrag();
    if (isSettling || event.button !== 0 || !(event.target instanceof Element)) return;
    const row = event.target.closest<HTMLElement>("[data-track]");
    const handle = event.target.closest("[data-drag-handle]");
    const isTouch = event.pointerType === "touch";
    if (!row || !(isTouch || handle)) return;
    // Sliders and players have drags of their own.
    if (event.target.closest("input, audio")) return;
    const { pointerId, clientX: x, clientY: y } = event;
    press = { pointerId, row, handle, x, y };
    if (isTouch) {
      press.timer = setTimeout(() => {
        startDrag();
        if (preview) navigator.vibrate?.(10);
      }, longPressMs);
    }
  };
  const handlePointerMove = (event: PointerEvent) => {
    if (event.pointerId !== press?.pointerId) return;
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!preview && event.pointerType === "touch") {
      if (distance > touchThreshold) releasePress();
      return;
    }
    if (!preview && distance > mouseThreshold) startDrag();
    pointerY = event.clientY;
    scroller.update(pointerY);
    preview?.follow(pointerY);
  };
  /** The click that ends a drag, if any, follows at once. */
  const allowClicksSoon = () => {
    setTimeout(() => {
      if (!preview) isClickSuppressed = false;
    }, 50);
  };
  const handlePointerUp = (event: PointerEvent) => {
    allowClicksSoon();
    if (event.pointerId === press?.pointerId) void endDrag(true);
  };
  const handlePointerCancel = (event: PointerEvent) => {
    allowClicksSoon();
    if (event.pointerId === press?.pointerId) cancelDrag();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !preview) return;
    event.preventDefault();
    event.stopPropagation();
    cancelDrag();
  };
  const preventTouchScroll = (event: Event) => {
    // A browser that scrolls already refuses with a warning, and then cancels the pointer.
    if (preview && event.cancelable) event.preventDefault();
  };
  const preventMenuAndNativeDrag = (event: Event) => {
    if (preview || press?.timer !== undefined) event.preventDefault();
  };
  const suppressClick = (event: Event) => {
    if (!isClickSuppressed) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const abort = new AbortController();
  const { signal } = abort;
  list.addEventListener("pointerdown", handlePointerDown, { signal });
  // Registered up front: browsers decide about scrolling before a drag starts.
  list.addEventListener("touchmove", preventTouchScroll, { signal, passive: false });
  list.addEventListener("contextmenu", preventMenuAndNativeDrag, { signal });
  list.addEventListener("dragstart", preventMenuAndNativeDrag, { signal });
  list.addEventListener("click", suppressClick, { signal, capture: true });
  window.addEventListener("pointermove", handlePointerMove, { signal });
  window.addEventListener("pointerup", handlePointerUp, { signal });
  window.addEventListener("pointercancel", handlePointerCancel, { signal });
  window.addEventListener("blur", cancelDrag, { signal });
  window.addEventListener("keydown", handleKey, { signal, capture: true });
  return () => {
    abort.abort();
    releasePress();
    scroller.stop();
    preview?.clear();
  };
}

/** Distance (px) from an edge at which scrolling starts. */
const edgeSize = 56;
/** A pointer that starts near an edge must move this far (px) towards it. */
const startSlack = 12;
/** Px per ms at the edge, at any frame rate. */
const maxSpeed = 1.3;
/** A longer frame (ms) scrolls no farther. */
const maxFrameMs = 100;

interface AutoScroller {
  /** `pointerY` in px of the viewport. */
  start(pointerY: number): void;
  update(pointerY: number): void;
  stop(): void;
}

/** Scrolls the page, or `area`, while the pointer is near its upper or lower edge. */
export function autoScroll(onScroll: () => void, area: HTMLElement | null = null): AutoScroller {
  const scrolled = () => area?.scrollTop ?? window.scrollY;
  let speed = 0;
  let frame = 0;
  let lastFrameMs = 0;
  /** Fraction of a pixel not scrolled yet. */
  let remainder = 0;
  let edges = { above: 0, below: 0 };
  const step = (nowMs: number) => {
    frame = requestAnimationFrame(step);
    const elapsedMs = Math.min(nowMs - lastFrameMs, maxFrameMs);
    lastFrameMs = nowMs;
    if (speed === 0) {
      remainder = 0;
      return;
    }
    const distance = speed * elapsedMs + remainder;
    const top = Math.trunc(distance);
    remainder = distance - top;
    const before = scrolled();
    (area ?? window).scrollBy({ top, behavior: "instant" });
    if (scrolled() !== before) onScroll();
  };
  return {
    start(pointerY) {
      // The scroll padding is the height of the bars that float over the page.
      const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(area ?? document.documentElement);
      const { top, bottom } = area?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight };
      edges = {
        above: Math.min(pointerY - startSlack, top + (Number.parseFloat(scrollPaddingTop) || 0) + edgeSize),
        below: Math.max(
          pointerY + startSlack,
          bottom - (Number.parseFloat(scrollPaddingBottom) || 0) - edgeSize,
        ),
      };
      speed = 0;
      lastFrameMs = performance.now();
      frame = requestAnimationFrame(step);
    },
    update(pointerY) {
      const [above, below] = [edges.above - pointerY, pointerY - edges.below];
      const depth = Math.max(above, below, 0) / edgeSize;
      speed = Math.sign(below - above) * Math.min(1, depth) ** 2 * maxSpeed;
    },
    stop() {
      cancelAnimationFrame(frame);
      speed = 0;
    },
  };
}
