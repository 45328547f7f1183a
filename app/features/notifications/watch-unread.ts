import { asRecord } from "#app/lib/ask-server.ts";
import { askUnread } from "./ask-unread.ts";
import { heardUnread, hearUnread, listenUnread } from "./live-unread.ts";

/** Between two questions, where no stream tells (spec 1 §9). */
const pollMs = 5000;
/** A stream that was refused is tried again after this time. */
const streamAgainMs = 60_000;
/** A count that is older is asked for when the page comes back into view (spec 2 §9). */
const staleMs = 15_000;

/** The lock and the channel that the tabs of a browser share. */
const shared = "mugen-unread";

/**
 * Keeps the number of unread notifications fresh while the page is in view: of a browser's tabs one listens to the
 * server's stream and tells the others, as connections are few. Without a stream that one asks every five seconds;
 * where tabs can't know of each other, each asks. Returns the way to stop.
 */
export function watchUnread(): () => void {
  let watching: AbortController | null = null;
  let heardAt = Date.now();
  const look = () => {
    const isSeen = document.visibilityState === "visible";
    if (isSeen && !watching) {
      watching = new AbortController();
      if (Date.now() - heardAt > staleMs) void askUnread(watching.signal);
      void watch(watching.signal);
    } else if (!isSeen) {
      watching?.abort();
      watching = null;
      heardAt = Date.now();
    }
  };
  const stopBadge = showOnIcon();
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    document.removeEventListener("visibilitychange", look);
    watching?.abort();
    stopBadge();
  };
}

async function watch(signal: AbortSignal): Promise<void> {
  if (!("locks" in navigator && "BroadcastChannel" in window && "EventSource" in window))
    return ask(signal, () => true);
  const channel = new BroadcastChannel(shared);
  channel.onmessage = ({ data }) => {
    if (typeof data === "number") hearUnread(data);
  };
  signal.addEventListener("abort", () => channel.close());
  // Rejects when the page is left before its turn.
  await navigator.locks.request(shared, { signal }, () => lead(signal, channel)).catch(() => undefined);
}

/** Hears for all tabs of the browser, until `signal` aborts or the session is over. */
async function lead(signal: AbortSignal, channel: BroadcastChannel): Promise<void> {
  const stopTelling = listenUnread(() => channel.postMessage(heardUnread()));
  const source = stream();
  const over = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => {
      stopTelling();
      source.close();
      resolve();
    });
  });
  await ask(signal, () => !source.isOpen());
  source.close();
  // The turn is kept for as long as the page is in view, though nobody is told anything any more.
  await over;
}

/** The server's stream, tried again until it is closed. */
function stream(): { isOpen: () => boolean; close: () => void } {
  let source: EventSource | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource("/api/notifications/stream");
    source.onmessage = ({ data }) => {
      const { count } = asRecord(JSON.parse(data));
      if (typeof count === "number") hearUnread(count);
    };
    source.onerror = () => {
      // The browser tries again by itself, unless it was refused.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(open, streamAgainMs);
    };
  };
  open();
  return {
    isOpen: () => source?.readyState === EventSource.OPEN,
    close() {
      clearTimeout(again);
      source?.close();
    },
  };
}

/** Asks every five seconds while `isNeeded`, until `signal` aborts or the session is over. */
async function ask(signal: AbortSignal, isNeeded: () => boolean): Promise<void> {
  while (await pause(pollMs, signal)) {
    if (isNeeded() && navigator.onLine && (await askUnread(signal)) === "signed-out") break;
  }
}

/** Whether the time passed; false when `signal` aborted first. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve(!signal.aborted);
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}

/** The number on the icon of the installed app, where there is one. */
function showOnIcon(): () => void {
  if (!("setAppBadge" in navigator)) return () => {};
  const show = (count: number) => void navigator.setAppBadge(count).catch(() => undefined);
  const update = () => show(heardUnread() ?? 0);
  update();
  const stop = listenUnread(update);
  return () => {
    stop();
    show(0);
  };
}
