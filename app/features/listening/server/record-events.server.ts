import { and, eq } from "drizzle-orm";
import { isbot } from "isbot";
import { NotFound } from "#app/features/domain-error.ts";
import { isEnd } from "#app/features/playback/playback.ts";
import { authorIsApproved } from "#app/features/tracks/server/track-visibility.server.ts";
import { db } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { tracks, users } from "#db/schema/index.ts";
import type { CountKind, PlaySource } from "../listening.ts";
import { listenerKey } from "./listener-key.server.ts";
import { listeningBatch } from "./listening-batch.server.ts";

/** Who a play, impression or view comes from. */
interface EventSender {
  /** Accounts in any state count as themselves, whatever ids of visits they send. */
  viewer: { id: string } | null;
  /** The visit's random id, if the device has sent one. */
  visit: string | null;
  /** The connection the call came by (`http/rate-limit.ts`, `networkOf`). */
  network: string;
  userAgent: string;
}

/**
 * Adds an event to the next batch, which counts it unless the same listener's last one was too recent. Bots, owners and
 * visitors beyond the network's limit are silently ignored.
 */
function recordEvent(
  sender: EventSender,
  event: { kind: CountKind; id: number; ownerId: string; source?: PlaySource },
): void {
  const { viewer, visit, network, userAgent } = sender;
  const { kind, id, ownerId, source } = event;
  if (viewer?.id === ownerId || isBot(userAgent)) return;
  if (viewer) {
    listeningBatch.addCount({ listener: listenerKey({ userId: viewer.id }), kind, id, source });
    return;
  }
  const listener = listenerKey(visit === null ? { network, userAgent } : { visit });
  if (networkLimit.admits({ network, listener, kind, id }))
    listeningBatch.addCount({ listener, kind, id, source });
}

/** Whether a user agent identifies itself as a bot. Browsers always send one. */
export function isBot(userAgent: string): boolean {
  return userAgent === "" || isbot(userAgent);
}

const selectPlayed = prepared((on, value: ValuesOf<{ trackId: number }>) =>
  on
    .select({ posterId: tracks.userId, isVisible: tracks.isVisible, durationMs: tracks.durationMs })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(tracks.id, value("trackId")), authorIsApproved())),
);

/** The author and duration of a track that `viewer` may see. Throws `NotFound`. */
async function findPlayedTrack(options: {
  viewer: { id: string } | null;
  trackId: number;
}): Promise<{ posterId: string; durationMs: number }> {
  const [track] = await selectPlayed(db, { trackId: options.trackId });
  if (!track || !(track.isVisible || track.posterId === options.viewer?.id))
    throw new NotFound("音声が見つかりません");
  return track;
}

/** Records a play of a track (`recordEvent`). Throws `NotFound` for tracks that the viewer may not see. */
export async function recordPlay(
  options: EventSender & { trackId: number; from?: PlaySource },
): Promise<void> {
  const { posterId } = await findPlayedTrack(options);
  recordEvent(options, { kind: "play", id: options.trackId, ownerId: posterId, source: options.from });
}

/** Apps whose user agents are like those of bots: short, or with an address. */
const podcastApp =
  /podcast|overcast|castro|castbox|antennapod|pocket ?casts|spotify|applecoremedia|player ?fm|exoplayer|vlc/i;

/** Records that an app or a reader has fetched a track's audio: once a day for each of a network, without bots. */
export function recordDownload(o: { trackId: number; network: string; userAgent: string }): void {
  const { trackId: id, network, userAgent } = o;
  if (isBot(userAgent) && !podcastApp.test(userAgent)) return;
  const listener = listenerKey({ network, userAgent });
  if (networkLimit.admits({ network, listener, kind: "download", id }))
    listeningBatch.addCount({ listener, kind: "download", id });
}

/** Records an impression of a track (`recordEvent`). Throws `NotFound` for tracks that the viewer may not see. */
export async function recordImpression(options: EventSender & { trackId: number }): Promise<void> {
  const { posterId } = await findPlayedTrack(options);
  recordEvent(options, { kind: "impression", id: options.trackId, ownerId: posterId });
}

/** Records a view of a playlist's page (`recordEvent`). Views of private playlists are ignored. */
export function recordPlaylistView(
  options: EventSender & { playlist: { id: number; userId: string; isPublic: boolean } },
): void {
  const { id, userId: ownerId, isPublic } = options.playlist;
  if (isPublic) recordEvent(options, { kind: "view", id, ownerId });
}

/** A position in seconds as the history has it: within the track, and whether that was heard to its end. */
export const placeInTrack = (position: number, durationMs: number) => ({
  positionMs: Math.min(Math.round(position * 1000), durationMs),
  isHeard: isEnd(position, durationMs / 1000),
});

/**
 * Records a member's position in a track, in seconds; the next batch moves the track to the top of their history. Throws
 * `NotFound` for tracks that the viewer may not see.
 */
export async function recordListening(options: {
  viewer: { id: string };
  trackId: number;
  position: number;
}): Promise<void> {
  const { viewer, trackId, position } = options;
  const { durationMs } = await findPlayedTrack(options);
  listeningBatch.addListening({ userId: viewer.id, trackId, ...placeInTrack(position, durationMs) });
}

interface NetworkWindow {
  endsAt: number;
  /** Listeners of all tracks and playlists together. */
  size: number;
  /** Listeners by kind and track or playlist. */
  listeners: Map<string, Set<string>>;
}

/** Listeners in memory; beyond, the window that ends first is dropped. */
const maxListeners = 100_000;

/**
 * Limits how many different visitors of one network count in a time window, for one track or playlist and in total: ids
 * of visits are easily forged, addresses are not. Kept in this process's memory.
 */
export class NetworkLimit {
  readonly #perTrack: number;
  readonly #total: number;
  readonly #windowMs: number;
  /** By network. All windows are equally long, so they end in insertion order. */
  readonly #windows = new Map<string, NetworkWindow>();
  #listenerCount = 0;

  constructor(rule: { perTrack: number; total: number; everyS: number }) {
    this.#perTrack = rule.perTrack;
    this.#total = rule.total;
    this.#windowMs = rule.everyS * 1000;
  }

  /** Whether `listener` counts: it is known in the window, or there is room for another one. `now` in ms. */
  admits(
    visitor: { network: string; listener: string; kind: CountKind; id: number },
    now: number = Date.now(),
  ): boolean {
    const { network, listener } = visitor;
    for (const [name, { endsAt }] of this.#windows) {
      if (endsAt > now) break;
      this.#drop(name);
    }
    const window = this.#windows.get(network) ?? {
      endsAt: now + this.#windowMs,
      size: 0,
      listeners: new Map(),
    };
    this.#windows.set(network, window);
    const target = `${visitor.kind} ${visitor.id}`;
    const known = window.listeners.get(target) ?? new Set();
    if (known.has(listener)) return true;
    if (known.size >= this.#perTrack || window.size >= this.#total) return false;
    window.listeners.set(target, known.add(listener));
    window.size += 1;
    this.#listenerCount += 1;
    const [first] = this.#windows.keys();
    if (this.#listenerCount > maxListeners && first !== undefined) this.#drop(first);
    return true;
  }

  #drop(network: string): void {
    this.#listenerCount -= this.#windows.get(network)?.size ?? 0;
    this.#windows.delete(network);
  }
}

/** The limit of this process: enough for a household, a school class or a carrier's gateway (docs/deploy.md, "Limits"). */
const networkLimit = new NetworkLimit({ perTrack: 30, total: 1000, everyS: 30 * 60 });
