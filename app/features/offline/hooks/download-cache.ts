import type { PlayableTrack } from "#app/features/playback/playback.ts";
import { openChannel } from "#app/lib/open-channel.ts";
import type { OfflineLicense } from "../offline.ts";

/**
 * Pages and the service worker share this cache. A track's file is stored under its download URL with the track's data in a
 * header, so that neither exists without the other. Signing out deletes the cache (docs/decisions/0019-downloads.md). Never
 * change these names: they are on people's devices.
 */
const cacheName = "kept-audio";
const channelName = "kept-audio";
const trackHeader = "X-Kept-Track";
const licensePath = "/kept-audio/terms";

/** Where a track is downloaded from and cached; the stream's URL serves another file. */
export const downloadPath = (track: { id: number }): string => `/api/offline/${track.id}`;

export interface DownloadedTrack extends PlayableTrack {
  bytes: number;
}

/** `unknown`: another page has changed something. */
export type DownloadChange =
  | { type: "put"; track: DownloadedTrack }
  | { type: "deleted"; ids: ReadonlySet<number> }
  | { type: "license"; license: OfflineLicense }
  | { type: "unknown" };

const watchers = new Set<(change: DownloadChange) => void>();
let channel: BroadcastChannel | null | undefined;

/** Calls `watcher` at every change by any page, for the life of the page. */
export function watchDownloads(watcher: (change: DownloadChange) => void): void {
  watchers.add(watcher);
  sharedChannel();
}

/** One object sends and receives: a page does not get its own messages then. */
function sharedChannel(): BroadcastChannel | null {
  if (channel !== undefined) return channel;
  channel = openChannel(channelName);
  if (channel) channel.onmessage = () => notifyWatchers({ type: "unknown" });
  return channel;
}

function notifyWatchers(change: DownloadChange): void {
  for (const watcher of watchers) watcher(change);
}

function notifyAllPages(change: DownloadChange): void {
  notifyWatchers(change);
  sharedChannel()?.postMessage(null);
}

/** Null without the cache (`caches.open` would create it on every device) or without Cache Storage. */
async function findCache(): Promise<Cache | null> {
  return "caches" in globalThis && (await caches.has(cacheName)) ? caches.open(cacheName) : null;
}

/** The stored license; null when the server has not been asked yet. */
export async function readLicense(): Promise<OfflineLicense | null> {
  const response = await (await findCache())?.match(licensePath);
  const read: unknown = await response?.json();
  if (typeof read !== "object" || read === null || !("checkedAt" in read) || !("validUntil" in read))
    return null;
  const { checkedAt, validUntil } = read;
  if (typeof checkedAt !== "number") return null;
  return { checkedAt, validUntil: typeof validUntil === "number" ? validUntil : null };
}

/** Stores the license and notifies all pages. */
export async function writeLicense(license: OfflineLicense): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(licensePath, new Response(JSON.stringify(license)));
  notifyAllPages({ type: "license", license });
}

/** The downloaded file of a URL path, if any. */
export async function findDownload(path: string): Promise<Response | undefined> {
  return (await findCache())?.match(path);
}

/** Stores a whole file. Throws `QuotaExceededError` when the device has no space. */
export async function putDownload(track: PlayableTrack, audio: Blob): Promise<void> {
  const cache = await caches.open(cacheName);
  const headers = {
    "Content-Type": "audio/mpeg",
    "Content-Length": String(audio.size),
    [trackHeader]: encodeURIComponent(JSON.stringify(track)),
  };
  await cache.put(downloadPath(track), new Response(audio, { headers }));
  notifyAllPages({ type: "put", track: { ...track, bytes: audio.size } });
}

/** Deletes downloads; ignores other ids. */
export async function deleteDownloads(ids: readonly number[]): Promise<void> {
  const cache = await findCache();
  for (const id of ids) await cache?.delete(downloadPath({ id }));
  notifyAllPages({ type: "deleted", ids: new Set(ids) });
}

/** Read from the cache keys alone. */
export async function listDownloadedIds(): Promise<number[]> {
  const requests = (await (await findCache())?.keys()) ?? [];
  return requests.map(({ url }) => Number(/\/api\/offline\/(\d+)$/.exec(url)?.[1])).filter((id) => id > 0);
}

/** The oldest download first. */
export async function listDownloads(): Promise<DownloadedTrack[]> {
  const responses = (await (await findCache())?.matchAll()) ?? [];
  return responses.map(readTrack).filter((track) => track !== null);
}

function readTrack({ headers }: Response): DownloadedTrack | null {
  const json = headers.get(trackHeader);
  if (!json) return null;
  // Rely only on properties that every version has written.
  const track: DownloadedTrack = JSON.parse(decodeURIComponent(json));
  return { ...track, bytes: Number(headers.get("Content-Length")) };
}
