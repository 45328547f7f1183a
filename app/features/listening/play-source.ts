import type { PlaySource } from "./listening.ts";

/** What a page's address says of the way to it. */
interface Visit {
  /** `document.referrer`. */
  referrer: string;
  /** The address that the browser opened. */
  href: string;
}

const searchEngine = /^https?:\/\/[^/]*\b(google|bing|yahoo|duckduckgo|ecosia|baidu)\./;

/** The way to a play; nothing but this class of it leaves the device. `pathname` is where the listener is now. */
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

/** The router has changed the page's address since. */
const openedAddress = () => performance.getEntriesByType("navigation")[0]?.name ?? location.href;
