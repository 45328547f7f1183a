import type { PlayableTrack } from "../playback/playback.ts";

/**
 * What this device keeps, in one cache that pages and the service worker share: below the address of each track's sound
 * its whole file, and in a header of it what is shown of the track, so that neither is there without the other.
 * A log-out takes the cache away (docs/decisions/0019-kept-audio.md).
 */
export const keptAudioCache = "kept-audio";

/** Tells pages and the worker that what is kept has changed. */
export const keptAudioChannel = "kept-audio";

const trackHeader = "X-Kept-Track";
const termsPath = "/kept-audio/terms";

/** A track that this device keeps. */
export interface KeptTrack extends PlayableTrack {
  bytes: number;
}

/** What the server has said of the tracks that are kept; times are epoch ms. */
export interface Terms {
  checkedAt: number;
  /** Null where the member has no premium (any more). */
  validUntil: number | null;
}

/** Why what is kept does not play: `ended` with premium, `unchecked` for a week. Null when it does. */
export type Lock = "ended" | "unchecked" | null;

/** The rule "what is kept plays for a week after the server has said so, and never beyond the end of premium". */
export function lockOf(terms: Terms | null, now: number): Lock {
  if (!terms) return "unchecked";
  if (terms.validUntil === null) return "ended";
  return now < terms.validUntil ? null : "unchecked";
}

export async function readTerms(): Promise<Terms | null> {
  const response = await caches.match(termsPath, { cacheName: keptAudioCache });
  const read: unknown = await response?.json();
  if (typeof read !== "object" || read === null || !("checkedAt" in read) || !("validUntil" in read))
    return null;
  const { checkedAt, validUntil } = read;
  if (typeof checkedAt !== "number") return null;
  return { checkedAt, validUntil: typeof validUntil === "number" ? validUntil : null };
}

export async function writeTerms(terms: Terms): Promise<void> {
  const cache = await caches.open(keptAudioCache);
  await cache.put(termsPath, Response.json(terms));
  tellChange();
}

/** The whole file of a track, if it is kept. */
export const findKept = (soundPath: string): Promise<Response | undefined> =>
  caches.match(soundPath, { cacheName: keptAudioCache });

/** Keeps a whole file. Throws what the browser throws when there is no room for it. */
export async function putKept(soundPath: string, sound: Blob, track: PlayableTrack): Promise<void> {
  const cache = await caches.open(keptAudioCache);
  const headers = {
    "Content-Type": "audio/mpeg",
    "Content-Length": String(sound.size),
    [trackHeader]: encodeURIComponent(JSON.stringify(track)),
  };
  await cache.put(soundPath, new Response(sound, { headers }));
  tellChange();
}

export async function deleteKept(soundPaths: readonly string[]): Promise<void> {
  const cache = await caches.open(keptAudioCache);
  for (const path of soundPaths) await cache.delete(path);
  tellChange();
}

/** Everything that is kept, what was kept first first. */
export async function listKept(): Promise<KeptTrack[]> {
  // Opening it would make one on every device.
  if (!(await caches.has(keptAudioCache))) return [];
  const cache = await caches.open(keptAudioCache);
  const tracks = [];
  for (const response of await cache.matchAll()) {
    const track = readTrack(response);
    if (track) tracks.push(track);
  }
  return tracks;
}

function readTrack({ headers }: Response): KeptTrack | null {
  const written = headers.get(trackHeader);
  if (!written) return null;
  // Written by `putKept` of this or an older version; only what every version has written is relied on.
  const track: KeptTrack = JSON.parse(decodeURIComponent(written));
  return { ...track, bytes: Number(headers.get("Content-Length")) };
}

function tellChange(): void {
  const channel = new BroadcastChannel(keptAudioChannel);
  channel.postMessage(null);
  channel.close();
}
