import { type TouchEvent, useEffect, useRef, useState } from "react";
import { decideSwipe } from "../decide-swipe.ts";
import { usePlayer } from "./use-player.tsx";

/** Between a swipe and what it does, in ms (spec 1 §9): the old track leaves meanwhile. */
const delayMs = 200;

/**
 * Swipes over an element lead to the next track (up) and the previous one (down). `leaving` is the one that a swipe has
 * just asked for. Give the element `touch-pan-x`: where a finger scrolls the page, it can't swipe.
 */
export function useSwipe() {
  const player = usePlayer();
  const [leaving, setLeaving] = useState<"next" | "previous" | null>(null);
  const start = useRef<{ x: number; y: number; at: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const act = (to: "next" | "previous") => {
    setLeaving(to);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setLeaving(null);
      player[to]();
    }, delayMs);
  };
  return {
    leaving,
    handlers: {
      onTouchStart({ touches, timeStamp }: TouchEvent) {
        const touch = touches.length === 1 ? touches[0] : undefined;
        start.current = touch ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : null;
      },
      onTouchEnd({ changedTouches, timeStamp }: TouchEvent) {
        const touch = changedTouches[0];
        const from = start.current;
        start.current = null;
        if (!touch || !from) return;
        const to = decideSwipe({
          dx: touch.clientX - from.x,
          dy: touch.clientY - from.y,
          ms: timeStamp - from.at,
        });
        if (to) act(to);
      },
      onTouchCancel() {
        start.current = null;
      },
    },
  };
}
