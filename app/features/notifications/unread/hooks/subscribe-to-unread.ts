import { asRecord } from "#app/lib/fetch-json.ts";
import { getUnreadCount, onUnreadCountChange, setUnreadCount } from "./unread-store.ts";

/** Polling interval while the event stream is not connected. */
const pollIntervalMs = 5000;
/** A stream that the server rejected is opened again after this time. */
const reconnectMs = 60_000;
/** A count older than this is fetched when the page becomes visible again. */
const staleMs = 15_000;

/** Name of the lock and the channel that the tabs of a browser share. */
const sharedName = "mugen-unread";

/**
 * Keeps the unread count up to date while the page is visible. Browsers allow few connections per host, so one tab, the
 * leader, holds the event stream and broadcasts the count to the others; without a stream it polls every five seconds.
 * Browsers without locks, channels or event streams poll in each tab. Returns a function that unsubscribes.
 */
export function subscribeToUnread(): () => void {
  let active: AbortController | null = null;
  let hiddenAt = Date.now();
  const update = () => {
    const isVisible = document.visibilityState === "visible";
    if (isVisible && !active) {
      active = new AbortController();
      if (Date.now() - hiddenAt > staleMs) void fetchUnreadCount(active.signal);
      void subscribe(active.signal);
    } else if (!isVisible) {
      active?.abort();
      active = null;
      hiddenAt = Date.now();
    }
  };
  const stopBadge = showAppBadge();
  document.addEventListener("visibilitychange", update);
  update();
  return () => {
    document.removeEventListener("visibilitychange", update);
    active?.abort();
    stopBadge();
  };
}

async function subscribe(signal: AbortSignal): Promise<void> {
  if (!("locks" in navigator && "BroadcastChannel" in window && "EventSource" in window))
    return poll(signal, () => true);
  const channel = new BroadcastChannel(sharedName);
  let isLeader = false;
  channel.onmessage = ({ data }) => {
    if (typeof data === "number") setUnreadCount(data);
    else if (isLeader) channel.postMessage(getUnreadCount());
  };
  signal.addEventListener("abort", () => channel.close());
  // What the leader has told before this tab listened is not told again unasked.
  channel.postMessage("count?");
  // Rejects when `signal` aborts before the lock is granted.
  await navigator.locks
    .request(sharedName, { signal }, () => {
      isLeader = true;
      return lead(signal, channel);
    })
    .catch(() => undefined);
}

/** Receives the count for all tabs of the browser, until `signal` aborts or the session has ended. */
async function lead(signal: AbortSignal, channel: BroadcastChannel): Promise<void> {
  const stopBroadcast = onUnreadCountChange(() => channel.postMessage(getUnreadCount()));
  const source = openStream();
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => {
      stopBroadcast();
      source.close();
      resolve();
    });
  });
  await poll(signal, () => !source.isOpen());
  source.close();
  // Keeps the lock while the page is visible: after the session has ended no other tab needs to lead.
  await aborted;
}

/** Opens the server's event stream, and reopens it after a rejection until it is closed. */
function openStream(): { isOpen: () => boolean; close: () => void } {
  let source: EventSource | null = null;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource("/api/notifications/stream");
    source.onmessage = ({ data }) => {
      const { count } = asRecord(JSON.parse(data));
      if (typeof count === "number") setUnreadCount(count);
    };
    source.onerror = () => {
      // The browser reconnects by itself, except after a rejection.
      if (source?.readyState === EventSource.CLOSED) reconnectTimer = setTimeout(open, reconnectMs);
    };
  };
  open();
  return {
    isOpen: () => source?.readyState === EventSource.OPEN,
    close() {
      clearTimeout(reconnectTimer);
      source?.close();
    },
  };
}

/** Fetches the count every five seconds while `isNeeded`, until `signal` aborts or the session has ended. */
async function poll(signal: AbortSignal, isNeeded: () => boolean): Promise<void> {
  while (await waitFor(pollIntervalMs, signal)) {
    if (isNeeded() && navigator.onLine && (await fetchUnreadCount(signal)) === "signed-out") break;
  }
}

/** Resolves to true after `ms`, to false when `signal` aborts first. */
function waitFor(ms: number, signal: AbortSignal): Promise<boolean> {
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

/** Shows the count on the icon of the installed app, where supported. Returns a function that clears it. */
function showAppBadge(): () => void {
  if (!("setAppBadge" in navigator)) return () => {};
  const show = (count: number) => void navigator.setAppBadge(count).catch(() => undefined);
  const update = () => show(getUnreadCount() ?? 0);
  update();
  const stop = onUnreadCountChange(update);
  return () => {
    stop();
    show(0);
  };
}

/** Delays before the two retries of a failed request. */
const retryDelaysMs = [500, 1500];

/** The last count, with the ETag of its response. */
let cached: { etag: string; count: number } | null = null;

/** Fetches the unread count into the store, with retries. Never throws. */
async function fetchUnreadCount(signal: AbortSignal): Promise<"ok" | "signed-out" | "failed"> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await requestUnreadCount(signal);
    const delayMs = retryDelaysMs[attempt];
    if (outcome !== "failed" || delayMs === undefined || signal.aborted) return outcome;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

async function requestUnreadCount(signal: AbortSignal): Promise<"ok" | "signed-out" | "failed"> {
  try {
    const headers: HeadersInit = { Accept: "application/json" };
    if (cached) headers["If-None-Match"] = cached.etag;
    const response = await fetch("/api/notifications/unread-count", { headers, signal });
    if (response.status === 401 || response.status === 403) return "signed-out";
    if (response.status === 200) {
      const { count } = asRecord(await response.json());
      const etag = response.headers.get("ETag");
      if (typeof count !== "number") return "failed";
      cached = etag ? { etag, count } : null;
      setUnreadCount(count);
      return "ok";
    }
    if (response.status !== 304 || !cached) return "failed";
    setUnreadCount(cached.count);
    return "ok";
  } catch {
    return "failed";
  }
}
