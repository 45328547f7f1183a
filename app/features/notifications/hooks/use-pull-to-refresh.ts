import { type RefObject, useEffect, useEffectEvent, useState } from "react";

/** What a finger moves, and what the page follows (spec 2 §9). */
const damping = 0.3;
const mostPx = 80;
/** Beyond it, letting go refreshes. */
export const triggerPx = 40;

/** How far the page follows a finger that has moved down so far, in px. */
export const pulledBy = (movedPx: number): number => Math.min(mostPx, Math.max(0, movedPx * damping));

/**
 * Pulling `page` down by touch, from the top of the window, calls `refresh`. Returns how far it is pulled now, in px.
 * The browser's own gesture, which would load the page anew, rests meanwhile, and so does the menu of a long press.
 */
export function usePullToRefresh(
  page: RefObject<HTMLElement | null>,
  options: { paused: boolean; refresh: () => void },
): number {
  const [pulled, setPulled] = useState(0);
  const refresh = useEffectEvent(options.refresh);
  const isPaused = useEffectEvent(() => options.paused);
  useEffect(() => {
    const element = page.current;
    if (!element) return;
    let from: { x: number; y: number } | null = null;
    let distance = 0;
    const follow = (px: number) => {
      distance = px;
      setPulled(px);
    };
    const begin = ({ touches }: TouchEvent) => {
      const [finger, other] = touches;
      from =
        finger && !other && window.scrollY <= 0 && !isPaused()
          ? { x: finger.clientX, y: finger.clientY }
          : null;
    };
    const move = (event: TouchEvent) => {
      const [finger] = event.touches;
      if (!from || !finger) return;
      const [across, down] = [Math.abs(finger.clientX - from.x), finger.clientY - from.y];
      if (distance === 0 && (down <= 0 || across > down || window.scrollY > 0)) {
        if (down < 0 || across > 10) from = null;
        return;
      }
      if (event.cancelable) event.preventDefault();
      follow(pulledBy(down));
    };
    const end = () => {
      if (distance > triggerPx) refresh();
      from = null;
      follow(0);
    };
    const cancel = () => {
      from = null;
      follow(0);
    };
    const noMenu = (event: Event) => {
      if (distance > 0) event.preventDefault();
    };
    element.addEventListener("touchstart", begin, { passive: true });
    element.addEventListener("touchmove", move, { passive: false });
    element.addEventListener("touchend", end);
    element.addEventListener("touchcancel", cancel);
    element.addEventListener("contextmenu", noMenu);
    const { style } = document.documentElement;
    style.overscrollBehaviorY = "contain";
    return () => {
      element.removeEventListener("touchstart", begin);
      element.removeEventListener("touchmove", move);
      element.removeEventListener("touchend", end);
      element.removeEventListener("touchcancel", cancel);
      element.removeEventListener("contextmenu", noMenu);
      style.overscrollBehaviorY = "";
    };
  }, [page]);
  return pulled;
}
