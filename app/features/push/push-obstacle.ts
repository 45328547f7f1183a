/**
 * What keeps this browser from push messages whatever the page does: it has none, an iPhone has them in apps of the home
 * screen alone, or its user has said no.
 */
export type PushObstacle = "unsupported" | "home-screen" | "denied";

/** Null where nothing stands in the way. */
export function pushObstacle(): PushObstacle | null {
  const isThere = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isThere) return isApple() ? "home-screen" : "unsupported";
  return Notification.permission === "denied" ? "denied" : null;
}

/** An iPhone, or an iPad, which calls itself a Mac that can be touched. */
const isApple = () =>
  /\b(iPhone|iPad|iPod)\b/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);
