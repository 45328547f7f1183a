import { and, eq } from "drizzle-orm";
import { isbot } from "isbot";
import { authorIsApproved } from "#app/features/access/track-visibility.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { isEnd } from "#app/features/playback/playback.ts";
import { db } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { tracks, users } from "#db/schema/index.ts";
import type { CountKind, PlaySource } from "../listening.ts";
import { listenerKey } from "./listener-key.server.ts";
import { listeningBatch } from "./listening-batch.server.ts";

interface EventSender {
  /** An account in any state counts as itself, whatever visit id it sends. */
  viewer: { id: string } | null;
  visit: string | null;
  /** As `networkOf` (`http/rate-limit.ts`) returns it. */
  network: string;
  userAgent: string;
}

/** Adds an event to the next batch. Silently ignores bots, owners and visitors beyond the network's limit. */
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

/** Whether a user agent is a bot's or empty, as no browser's is. */
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

/** Throws `NotFound` for tracks that `viewer` may not see. */
async function findPlayedTrack(options: {
  viewer: { id: string } | null;
  trackId: number;
}): Promise<{ posterId: string; durationMs: number }> {
  const [track] = await selectPlayed(db, { trackId: options.trackId });
  if (!track || !(track.isVisible || track.posterId === options.viewer?.id))
    throw new NotFound("音声が見つかりません");
  return track;
}

/** Records a play. Throws `NotFound` for tracks that the viewer may not see. */
export async function recordPlay(
  options: EventSender & { trackId: number; from?: PlaySource },
): Promise<void> {
  const { posterId } = await findPlayedTrack(options);
  recordEvent(options, { kind: "play", id: options.trackId, ownerId: posterId, source: options.from });
}

/** Apps whose user agents look like bots': short, or with an address. */
const podcastApp =
  /podcast|overcast|castro|castbox|antennapod|pocket ?casts|spotify|applecoremedia|player ?fm|exoplayer|vlc/i;

/** Records that an app has fetched a track's audio: once a day per app and network, without bots. */
export function recordDownload(o: { trackId: number; network: string; userAgent: string }): void {
  const { trackId: id, network, userAgent } = o;
  if (isBot(userAgent) && !podcastApp.test(userAgent)) return;
  const listener = listenerKey({ network, userAgent });
  if (networkLimit.admits({ network, listener, kind: "download", id }))
    listeningBatch.addCount({ listener, kind: "download", id });
}

/** Records an impression. Throws `NotFound` for tracks that the viewer may not see. */
export async function recordImpression(options: EventSender & { trackId: number }): Promise<void> {
  const { posterId } = await findPlayedTrack(options);
  recordEvent(options, { kind: "impression", id: options.trackId, ownerId: posterId });
}

/** Records a view of a playlist's page. Ignores private playlists. */
export function recordPlaylistView(
  options: EventSender & { playlist: { id: number; userId: string; isPublic: boolean } },
): void {
  const { id, userId: ownerId, isPublic } = options.playlist;
  if (isPublic) recordEvent(options, { kind: "view", id, ownerId });
}

/** Limits a position in seconds to the track, and says whether it is the end. */
export const placeInTrack = (position: number, durationMs: number) => ({
  positionMs: Math.min(Math.round(position * 1000), durationMs),
  isHeard: isEnd(position, durationMs / 1000),
});

/** Records a position in seconds for the member's history. Throws `NotFound` for tracks that the viewer may not see. */
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
  size: number;
  listeners: Map<string, Set<string>>;
}

const maxListeners = 100_000;

/**
 * Prevents forged counts: limits how many visitors of one network count in a time window, per track or playlist and in total.
 * Visit ids are easily forged, addresses are not. In this process's memory.
 */
export class NetworkLimit {
  readonly #perTrack: number;
  readonly #total: number;
  readonly #windowMs: number;
  /** By network. All windows have the same length, so they end in insertion order. */
  readonly #windows = new Map<string, NetworkWindow>();
  #listenerCount = 0;

  constructor(rule: { perTrack: number; total: number; everyS: number }) {
    this.#perTrack = rule.perTrack;
    this.#total = rule.total;
    this.#windowMs = rule.everyS * 1000;
  }

  /** Whether `listener` counts: known in the window, or there is room. `now` in ms. */
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

/** Enough for a household, a school class or a carrier's gateway (docs/deploy.md, "Limits"). */
const networkLimit = new NetworkLimit({ perTrack: 30, total: 1000, everyS: 30 * 60 });
