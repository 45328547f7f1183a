import { useSyncExternalStore } from "react";

/** A viewport that lost more than this much height, in px, while something is typed has a keyboard in it (spec 1 §2). */
const keyboardPx = 150;

/** `tallest` is the greatest height seen at this width, `height` today's, both in CSS px without pinch zoom. */
export function isKeyboardOpen(options: { tallest: number; height: number }): boolean {
  return options.tallest - options.height > keyboardPx;
}

let tallest = 0;
let width = 0;

function measure(): boolean {
  const viewport = window.visualViewport;
  if (!viewport) return false;
  if (width !== window.innerWidth) {
    width = window.innerWidth;
    tallest = 0;
  }
  // Pinch zoom shrinks the visual viewport too; times the scale it is as before.
  const height = viewport.height * viewport.scale;
  tallest = Math.max(tallest, height);
  // Split screens and windows made smaller take height away too.
  return isKeyboardOpen({ tallest, height }) && Boolean(document.activeElement?.matches(":read-write"));
}

function subscribe(listener: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  window.visualViewport?.addEventListener("resize", listener, { signal });
  document.addEventListener("focusin", listener, { signal });
  document.addEventListener("focusout", listener, { signal });
  return () => ending.abort();
}

/** Whether the on-screen keyboard is open. */
export function useKeyboardOpen(): boolean {
  return useSyncExternalStore(subscribe, measure, () => false);
}
