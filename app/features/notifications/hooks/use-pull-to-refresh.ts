import { type RefObject, useEffect, useEffectEvent, useState } from "react";

const damping = 0.3;
const maxPullPx = 80;
export const triggerPx = 40;

const pullDistance = (movedPx: number): number => Math.min(maxPullPx, Math.max(0, movedPx * damping));

/**
 * Calls `refresh` when `page` is pulled down by touch from the window's top. Returns the distance in px. Meanwhile disables the
 * browser's own pull-to-refresh and a long press's context menu.
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
    let start: { x: number; y: number } | null = null;
    let distance = 0;
    const pullTo = (px: number) => {
      distance = px;
      setPulled(px);
    };
    const onStart = ({ touches }: TouchEvent) => {
      const [finger, other] = touches;
      start =
        finger && !other && window.scrollY <= 0 && !isPaused()
          ? { x: finger.clientX, y: finger.clientY }
          : null;
    };
    const onMove = (event: TouchEvent) => {
      const [finger] = event.touches;
      if (!start || !finger) return;
      const [across, down] = [Math.abs(finger.clientX - start.x), finger.clientY - start.y];
      if (distance === 0 && (down <= 0 || across > down || window.scrollY > 0)) {
        if (down < 0 || across > 10) start = null;
        return;
      }
      if (event.cancelable) event.preventDefault();
      pullTo(pullDistance(down));
    };
    const onEnd = () => {
      if (distance > triggerPx) refresh();
      start = null;
      pullTo(0);
    };
    const onCancel = () => {
      start = null;
      pullTo(0);
    };
    const preventMenu = (event: Event) => {
      if (distance > 0) event.preventDefault();
    };
    element.addEventListener("touchstart", onStart, { passive: true });
    element.addEventListener("touchmove", onMove, { passive: false });
    element.addEventListener("touchend", onEnd);
    element.addEventListener("touchcancel", onCancel);
    element.addEventListener("contextmenu", preventMenu);
    const { style } = document.documentElement;
    style.overscrollBehaviorY = "contain";
    return () => {
      element.removeEventListener("touchstart", onStart);
      element.removeEventListener("touchmove", onMove);
      element.removeEventListener("touchend", onEnd);
      element.removeEventListener("touchcancel", onCancel);
      element.removeEventListener("contextmenu", preventMenu);
      style.overscrollBehaviorY = "";
    };
  }, [page]);
  return pulled;
}
