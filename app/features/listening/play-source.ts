import type { PlaySource } from "./listening.ts";

interface Visit {
  referrer: string;
  href: string;
}

const searchEngine = /^https?:\/\/[^/]*\b(google|bing|yahoo|duckduckgo|ecosia|baidu)\./;

/** Classifies how the listener came to a play: only this class leaves the device. `pathname`: where the listener is now. */
export function playSource(
  trackId: number | undefined,
  visit: Visit = { referrer: document.referrer, href: openedAddress() },
  pathname: string = location.pathname,
): PlaySource {
  const { referrer, href } = visit;
  const isFromHere = referrer !== "" && new URL(referrer).origin === new URL(href).origin;
  if (!isFromHere && /(?:\/track\/|[?&]track=)(\d+)/.exec(href)?.[1] === String(trackId))
    return searchEngine.test(referrer) ? "search" : "link";
  return pathname === "/search" ? "search" : "site";
}

/** From the navigation entry: the router has changed the page's address since. */
const openedAddress = () => performance.getEntriesByType("navigation")[0]?.name ?? location.href;
