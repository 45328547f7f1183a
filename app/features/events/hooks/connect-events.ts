import { adminTopics, heartbeatMs, memberTopics, streamPath, type Topic } from "../topics.ts";
import {
  askForWatched,
  beginSession,
  deliverEvent,
  setStreamedTopics,
  streamedStates,
} from "./event-store.ts";

/** A page that becomes visible asks at once for data older than this. */
const staleMs = 15_000;
/** A stream that is silent for longer is dead, for example after sleep or a change of network. */
const maxSilenceMs = heartbeatMs + 15_000;
const silenceCheckMs = 5000;
/** Doubles with each failure. Randomized by half: clients must not return all at once. */
const reconnectMs = 4000;
const maxReconnectMs = 60_000;

/** The tabs of a browser share this lock and channel. */
const sharedName = "mugen-events";

/** From a new tab to the leader; or from the leader to one tab or all. */
type Message =
  | { from: string; wanted: readonly Topic[] }
  | { to?: string; carried: readonly Topic[]; told: [topic: Topic, state: unknown][] };

/**
 * Until `left` aborts. Browsers allow few connections per host, so one visible tab, the leader, holds the stream and passes
 * on its events. Browsers that can't do this poll in each tab.
 */
export function connectEvents(wanted: readonly Topic[], left: AbortSignal): void {
  if (left.aborted) return;
  let hidden: AbortController | null = null;
  let hiddenAt = Date.now();
  const update = () => {
    const isVisible = document.visibilityState === "visible";
    if (isVisible && !hidden) {
      hidden = new AbortController();
      const over = beginSession();
      if (Date.now() - hiddenAt > staleMs) askForWatched();
      void join(wanted, AbortSignal.any([hidden.signal, left, over]));
    } else if (!isVisible) {
      hidden?.abort();
      hidden = null;
      hiddenAt = Date.now();
    }
  };
  document.addEventListener("visibilitychange", update, { signal: left });
  update();
}

async function join(wanted: readonly Topic[], signal: AbortSignal): Promise<void> {
  if (!("locks" in navigator && "BroadcastChannel" in window && "EventSource" in window)) return;
  const id = crypto.randomUUID();
  const channel = new BroadcastChannel(sharedName);
  signal.addEventListener("abort", () => {
    channel.close();
    setStreamedTopics([]);
  });
  let stream: EventStream | undefined;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!("wanted" in data)) {
      if (data.to === undefined || data.to === id) take(data);
    } else if (stream) {
      const told = streamedStates();
      const carried = told.map(([topic]) => topic);
      channel.postMessage({ to: data.from, carried, told } satisfies Message);
      // The stream lacks topics of a session that began later, for example the console's.
      if (data.wanted.some((topic) => !carried.includes(topic))) stream.widen();
    }
  };
  // Ask the leader: it does not repeat what it told before this tab listened.
  channel.postMessage({ from: id, wanted } satisfies Message);
  const lead = () =>
    new Promise<void>((resolve) => {
      stream = openStream((message) => {
        channel.postMessage(message);
        take(message);
      });
      signal.addEventListener("abort", () => {
        stream?.close();
        resolve();
      });
    });
  // Rejects when `signal` aborts before the lock is granted.
  await navigator.locks.request(sharedName, { signal }, lead).catch(() => undefined);
}

type News = Extract<Message, { told: unknown }>;

function take({ carried, told }: News): void {
  setStreamedTopics(carried);
  for (const [topic, state] of told) deliverEvent(topic, state);
}

interface EventStream {
  widen(): void;
  close(): void;
}

/** Reopens it whenever it ends, until it is closed. */
function openStream(onNews: (news: News) => void): EventStream {
  let source: EventSource | undefined;
  let carried: readonly Topic[] = [];
  let failures = 0;
  let openedAt = 0;
  let heardAt = 0;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  const closed = new AbortController();

  const open = () => {
    clearTimeout(reconnectTimer);
    source?.close();
    source = new EventSource(streamPath);
    openedAt = heardAt = Date.now();
    const on = (name: string, hear: (data: unknown) => void) =>
      source?.addEventListener(name, ({ data }: MessageEvent<string>) => {
        heardAt = Date.now();
        hear(JSON.parse(data));
      });
    on("message", (state) => onNews({ carried, told: [["unread", state]] }));
    on("change", (data) => onNews({ carried, told: toTopics(data).map((topic) => [topic, undefined]) }));
    on("topics", (data) => {
      failures = 0;
      carried = toTopics(data);
      onNews({ carried, told: [] });
    });
    on("heartbeat", () => {});
    source.onerror = () => {
      source?.close();
      lose();
      const delayMs = Math.min(maxReconnectMs, reconnectMs * 2 ** failures) * (0.5 + Math.random());
      failures += 1;
      reconnectTimer = setTimeout(open, delayMs);
    };
  };
  const lose = () => {
    if (carried.length === 0) return;
    carried = [];
    onNews({ carried, told: [] });
  };
  const reopen = () => {
    lose();
    open();
  };

  const isSilent = () => source?.readyState !== EventSource.CLOSED && Date.now() - heardAt > maxSilenceMs;
  const silenceTimer = setInterval(() => isSilent() && reopen(), silenceCheckMs);
  window.addEventListener("online", reopen, { signal: closed.signal });
  // Forget the state of the previous leader's stream.
  onNews({ carried, told: [] });
  open();
  return {
    widen() {
      if (carried.length > 0 && Date.now() - openedAt > staleMs) reopen();
    },
    close() {
      closed.abort();
      clearInterval(silenceTimer);
      clearTimeout(reconnectTimer);
      source?.close();
    },
  };
}

const topicNames: readonly Topic[] = [...memberTopics, ...adminTopics];

/** Drops topics of a later version. */
const toTopics = (data: unknown): Topic[] =>
  Array.isArray(data) ? topicNames.filter((topic) => data.includes(topic)) : [];
