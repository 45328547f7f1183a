import type { PlayableTrack } from "../playback/playback.ts";
import type { Terms } from "./lock-of.ts";

/**
 * What this device keeps, in one cache that pages and the service worker share: below the address of each track's sound
 * its whole file, and in a header of it what is shown of the track, so that neither is there without the other.
 * A log-out takes the cache away (docs/decisions/0019-kept-audio.md).
 */
const cacheName = "kept-audio";
/** Tells other pages that what is kept has changed. */
const channelName = "kept-audio";
const trackHeader = "X-Kept-Track";
const termsPath = "/kept-audio/terms";

/** Where a track's sound is kept: the call that it came from. Not that of the stream, whose file is another one. */
export const keptPath = (track: { id: number }): string => `/api/offline/${track.id}`;

/** A track that this device keeps. */
export interface KeptTrack extends PlayableTrack {
  bytes: number;
}

/** What has changed; `unknown` where another page has changed something. */
export type KeptChange =
  | { what: "put"; track: KeptTrack }
  | { what: "deleted"; ids: ReadonlySet<number> }
  | { what: "terms"; terms: Terms }
  | { what: "unknown" };

const watchers = new Set<(change: KeptChange) => void>();
let channel: BroadcastChannel | undefined;

/** Calls back whenever this page or another one has changed what is kept, for the life of the page. */
export function watchKept(watcher: (change: KeptChange) => void): void {
  watchers.add(watcher);
  openChannel();
}

/** One for all: what a page says by its own channel does not come back to it. */
function openChannel(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel(channelName);
  channel.onmessage = () => tellWatchers({ what: "unknown" });
  return channel;
}

function tellWatchers(change: KeptChange): void {
  for (const watcher of watchers) watcher(change);
}

function tell(change: KeptChange): void {
  tellWatchers(change);
  openChannel().postMessage(null);
}

/** The cache, where there is one: opening it would make one on every device. Null in browsers that keep nothing. */
async function findCache(): Promise<Cache | null> {
  return "caches" in globalThis && (await caches.has(cacheName)) ? caches.open(cacheName) : null;
}

/** The last word of the server; null before the first. */
export async function readTerms(): Promise<Terms | null> {
  const response = await (await findCache())?.match(termsPath);
  const read: unknown = await response?.json();
  if (typeof read !== "object" || read === null || !("checkedAt" in read) || !("validUntil" in read))
    return null;
  const { checkedAt, validUntil } = read;
  if (typeof checkedAt !== "number") return null;
  return { checkedAt, validUntil: typeof validUntil === "number" ? validUntil : null };
}

export async function writeTerms(terms: Terms): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(termsPath, new Response(JSON.stringify(terms)));
  tell({ what: "terms", terms });
}

/** The whole file below `path`, if it is kept. */
export async function findKept(path: string): Promise<Response | undefined> {
  return (await findCache())?.match(path);
}

/** Keeps a whole file. Throws what the browser throws when there is no room for it. */
export async function putKept(track: PlayableTrack, sound: Blob): Promise<void> {
  const cache = await caches.open(cacheName);
  const headers = {
    "Content-Type": "audio/mpeg",
    "Content-Length": String(sound.size),
    [trackHeader]: encodeURIComponent(JSON.stringify(track)),
  };
  await cache.put(keptPath(track), new Response(sound, { headers }));
  tell({ what: "put", track: { ...track, bytes: sound.size } });
}

export async function deleteKept(ids: readonly number[]): Promise<void> {
  const cache = await findCache();
  for (const id of ids) await cache?.delete(keptPath({ id }));
  tell({ what: "deleted", ids: new Set(ids) });
}

/** The ids of what is kept, without a look at the files. */
export async function listKeptIds(): Promise<number[]> {
  const requests = (await (await findCache())?.keys()) ?? [];
  return requests.map(({ url }) => Number(/\/api\/offline\/(\d+)$/.exec(url)?.[1])).filter((id) => id > 0);
}

/** Everything that is kept, what was kept first first. */
export async function listKept(): Promise<KeptTrack[]> {
  const responses = (await (await findCache())?.matchAll()) ?? [];
  return responses.map(readTrack).filter((track) => track !== null);
}

function readTrack({ headers }: Response): KeptTrack | null {
  const written = headers.get(trackHeader);
  if (!written) return null;
  // Written by `putKept` of this or an older version; only what every version has written is relied on.
  const track: KeptTrack = JSON.parse(decodeURIComponent(written));
  return { ...track, bytes: Number(headers.get("Content-Length")) };
}
