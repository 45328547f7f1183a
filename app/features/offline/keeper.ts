import type { PlayableTrack } from "../playback/playback.ts";
import { recallOwner } from "../shell/device-owner.ts";
import { checkKept } from "./check-kept.ts";
import { fetchAudioToKeep, NotKept } from "./fetch-audio-to-keep.ts";
import { deleteKept, type KeptTrack, listKept, putKept, readTerms, watchKept } from "./kept-audio.ts";
import { type Lock, lockOf } from "./lock-of.ts";

/** What is being kept: waits for its turn, comes in (`part` of it, 0 to 1), or could not be had. */
export type Keeping =
  | { state: "waiting" }
  | { state: "coming"; part: number }
  | { state: "failed"; why: string };

/** All that pages show of it. */
export interface Kept {
  /** Null until the device has been looked at. */
  tracks: readonly KeptTrack[] | null;
  lock: Lock;
  keeping: ReadonlyMap<number, Keeping>;
}

let kept: Kept = { tracks: null, lock: null, keeping: new Map() };
const listeners = new Set<() => void>();
const queue: PlayableTrack[] = [];
let current: { id: number; ending: AbortController } | null = null;
let isWatching = false;

export const readKept = (): Kept => kept;

/** Calls back when what is kept or being kept has changed; returns what ends that. */
export function subscribeToKept(listener: () => void): () => void {
  listeners.add(listener);
  if (!isWatching) watchDevice();
  return () => listeners.delete(listener);
}

function show(changes: Partial<Kept>): void {
  kept = { ...kept, ...changes };
  for (const listener of listeners) listener();
}

function setKeeping(trackId: number, keeping: Keeping | null): void {
  const next = new Map(kept.keeping);
  if (keeping) next.set(trackId, keeping);
  else next.delete(trackId);
  show({ keeping: next });
}

function watchDevice(): void {
  isWatching = true;
  watchKept((change) => {
    const { tracks } = kept;
    if (change.what === "unknown" || !tracks) lookOnce();
    else if (change.what === "put")
      show({ tracks: [...tracks.filter(({ id }) => id !== change.track.id), change.track] });
    else if (change.what === "deleted") show({ tracks: tracks.filter(({ id }) => !change.ids.has(id)) });
    else show({ lock: lockOf(change.terms, Date.now()) });
  });
  lookOnce();
}

let isLooking = false;
let isStale = false;

/** Another page may tell of a thousand changes: they are looked at together. */
function lookOnce(): void {
  isStale = true;
  if (!isLooking) void look();
}

async function look(): Promise<void> {
  isLooking = true;
  while (isStale) {
    isStale = false;
    try {
      show({ tracks: await listKept(), lock: lockOf(await readTerms(), Date.now()) });
    } catch {
      // A browser that keeps nothing (a private window).
      show({ tracks: [] });
    }
  }
  isLooking = false;
}

/** Keeps these tracks one after another; those that are kept or on their way are passed over. */
export function keepTracks(tracks: readonly PlayableTrack[]): void {
  const isThere = new Set(kept.tracks?.map(({ id }) => id));
  for (const track of tracks) {
    const state = kept.keeping.get(track.id)?.state;
    if (isThere.has(track.id) || state === "waiting" || state === "coming") continue;
    queue.push(track);
    setKeeping(track.id, { state: "waiting" });
  }
  // Without it the browser may throw away what is kept when room gets scarce.
  void navigator.storage?.persist?.().catch(() => false);
  if (!current) void work();
}

async function work(): Promise<void> {
  for (let track = queue.shift(); track; track = queue.shift()) {
    const { id } = track;
    const ending = new AbortController();
    current = { id, ending };
    setKeeping(id, { state: "coming", part: 0 });
    try {
      await keep(track, ending.signal);
      setKeeping(id, null);
    } catch (error) {
      setKeeping(id, ending.signal.aborted ? null : { state: "failed", why: wordsFor(error) });
    }
  }
  current = null;
}

async function keep(track: PlayableTrack, signal: AbortSignal): Promise<void> {
  const { id } = track;
  const owner = recallOwner();
  let told = 0;
  const sound = await fetchAudioToKeep(id, {
    signal,
    onProgress(part) {
      // A picture for each percent is enough.
      if (part - told < 0.01) return;
      told = part;
      setKeeping(id, { state: "coming", part });
    },
  });
  // Who may take a file has premium: the first one also settles until when.
  if (lockOf(await readTerms(), Date.now())) await checkKept();
  signal.throwIfAborted();
  // Another page has signed out meanwhile, and with it everything was forgotten.
  if (recallOwner() !== owner) throw new NotKept("ログアウトしたため、保存できませんでした。");
  await putKept(track, sound);
}

function wordsFor(error: unknown): string {
  if (error instanceof NotKept) return error.message;
  if (error instanceof DOMException && error.name === "QuotaExceededError")
    return "端末の空き容量が足りないため、保存できませんでした。";
  return "音声を保存できませんでした。";
}

/** Ends what is on its way, and forgets what could not be had. */
export function cancelKeeping(trackIds: readonly number[]): void {
  const ended = new Set(trackIds);
  queue.splice(0, queue.length, ...queue.filter(({ id }) => !ended.has(id)));
  for (const id of trackIds) setKeeping(id, null);
  if (current && ended.has(current.id)) current.ending.abort();
}

/** Removes tracks from this device. */
export const removeKept = (trackIds: readonly number[]): Promise<void> => deleteKept(trackIds);
