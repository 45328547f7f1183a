import { type TouchEvent, useEffect, useRef, useState } from "react";
import { usePlayer } from "./use-player.tsx";

/** Delay between a swipe and its effect, in ms, for the transition. */
const transitionMs = 200;

/**
 * Touch handlers for an element: a swipe up plays the next track, a swipe down the previous one. `leaving` is the
 * direction during the transition. The element needs `touch-pan-x`, or the browser scrolls instead.
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
    }, transitionMs);
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

/** A swipe is at least this long, in CSS px, and takes less than this time, in ms. */
const minDistancePx = 100;
const maxDurationMs = 500;

/** The track that a touch movement selects: up the next, down the previous; null when it is not a swipe. */
export function decideSwipe(movement: { dx: number; dy: number; ms: number }): "next" | "previous" | null {
  const { dx, dy, ms } = movement;
  if (Math.abs(dy) < minDistancePx || ms >= maxDurationMs || Math.abs(dx) >= Math.abs(dy)) return null;
  return dy < 0 ? "next" : "previous";
}
