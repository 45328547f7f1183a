import type { PlayableTrack } from "#app/features/playback/playback.ts";
import { readDeviceOwner } from "#app/features/site/device-owner.ts";
import { asRecord, readError } from "#app/lib/fetch-json.ts";
import { type LicenseProblem, licenseProblem } from "../offline.ts";
import {
  type DownloadedTrack,
  deleteDownloads,
  downloadPath,
  listDownloads,
  putDownload,
  readLicense,
  watchDownloads,
} from "./download-cache.ts";
import { renewLicense } from "./renew-license.ts";

type DownloadState =
  | { status: "queued" }
  | { status: "downloading"; progress: number }
  | { status: "failed"; message: string };

export interface Downloads {
  tracks: readonly DownloadedTrack[] | null;
  /** Why they may not be played; null when they may. */
  problem: LicenseProblem;
  pending: ReadonlyMap<number, DownloadState>;
}

let downloads: Downloads = { tracks: null, problem: null, pending: new Map() };
const listeners = new Set<() => void>();
const queue: PlayableTrack[] = [];
let current: { id: number; controller: AbortController } | null = null;
let isWatching = false;

/** The current snapshot; a new object after each change. */
export const readDownloads = (): Downloads => downloads;

/** Returns the function that unsubscribes. */
export function subscribeToDownloads(listener: () => void): () => void {
  listeners.add(listener);
  if (!isWatching) startWatching();
  return () => listeners.delete(listener);
}

function update(changes: Partial<Downloads>): void {
  downloads = { ...downloads, ...changes };
  for (const listener of listeners) listener();
}

function setState(trackId: number, state: DownloadState | null): void {
  const pending = new Map(downloads.pending);
  if (state) pending.set(trackId, state);
  else pending.delete(trackId);
  update({ pending });
}

function startWatching(): void {
  isWatching = true;
  watchDownloads((change) => {
    const { tracks } = downloads;
    if (change.type === "unknown" || !tracks) refresh();
    else if (change.type === "put")
      update({ tracks: [...tracks.filter(({ id }) => id !== change.track.id), change.track] });
    else if (change.type === "deleted") update({ tracks: tracks.filter(({ id }) => !change.ids.has(id)) });
    else update({ problem: licenseProblem(change.license, Date.now()) });
  });
  refresh();
}

let isReading = false;
let isStale = false;

/** Another page may send a thousand changes: those during one read share the next. */
function refresh(): void {
  isStale = true;
  if (!isReading) void readCache();
}

async function readCache(): Promise<void> {
  isReading = true;
  while (isStale) {
    isStale = false;
    try {
      update({ tracks: await listDownloads(), problem: licenseProblem(await readLicense(), Date.now()) });
    } catch {
      // No Cache Storage (a private window).
      update({ tracks: [] });
    }
  }
  isReading = false;
}

/** Downloads tracks one after another; skips those downloaded, queued or running. */
export function downloadTracks(tracks: readonly PlayableTrack[]): void {
  const downloaded = new Set(downloads.tracks?.map(({ id }) => id));
  for (const track of tracks) {
    const status = downloads.pending.get(track.id)?.status;
    if (downloaded.has(track.id) || status === "queued" || status === "downloading") continue;
    queue.push(track);
    setState(track.id, { status: "queued" });
  }
  // Or the browser may evict downloads when the device runs out of space.
  void navigator.storage?.persist?.().catch(() => false);
  if (!current) void processQueue();
}

async function processQueue(): Promise<void> {
  for (let track = queue.shift(); track; track = queue.shift()) {
    const { id } = track;
    const controller = new AbortController();
    current = { id, controller };
    setState(id, { status: "downloading", progress: 0 });
    try {
      await download(track, controller.signal);
      setState(id, null);
    } catch (error) {
      setState(id, controller.signal.aborted ? null : { status: "failed", message: failureMessage(error) });
    }
  }
  current = null;
}

async function download(track: PlayableTrack, signal: AbortSignal): Promise<void> {
  const { id } = track;
  const owner = readDeviceOwner();
  let reported = 0;
  const audio = await fetchAudio(id, {
    signal,
    onProgress(progress) {
      // One render per percent is enough.
      if (progress - reported < 0.01) return;
      reported = progress;
      setState(id, { status: "downloading", progress });
    },
  });
  // The server sends files to premium members only; the first download also fetches their license.
  if (licenseProblem(await readLicense(), Date.now())) await renewLicense();
  signal.throwIfAborted();
  // Another page has signed out in the meantime, which deletes all downloads.
  if (readDeviceOwner() !== owner) throw new DownloadError("ログアウトしたため、保存できませんでした。");
  await putDownload(track, audio);
}

function failureMessage(error: unknown): string {
  if (error instanceof DownloadError) return error.message;
  if (error instanceof DOMException && error.name === "QuotaExceededError")
    return "端末の空き容量が足りないため、保存できませんでした。";
  return "音声を保存できませんでした。";
}

/** Cancels queued and running downloads, and clears failures. */
export function cancelDownloads(trackIds: readonly number[]): void {
  const cancelled = new Set(trackIds);
  queue.splice(0, queue.length, ...queue.filter(({ id }) => !cancelled.has(id)));
  for (const id of trackIds) setState(id, null);
  if (current && cancelled.has(current.id)) current.controller.abort();
}

/** Deletes downloads. */
export const removeDownloads = (trackIds: readonly number[]): Promise<void> => deleteDownloads(trackIds);

class DownloadError extends Error {}

/** Fetches a whole file in high quality. `onProgress`: 0 to 1. Throws `DownloadError`, and what an aborted `fetch` throws. */
async function fetchAudio(
  trackId: number,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: number) => void },
): Promise<Blob> {
  const response = await fetch(downloadPath({ id: trackId }), { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new DownloadError("接続できませんでした。通信環境をご確認のうえ、もう一度お試しください。");
  });
  if (!response.ok || !response.body) {
    const body: unknown = await response.json().catch(() => null);
    throw new DownloadError(readError(asRecord(body)).error || "音声を保存できませんでした。");
  }
  const totalBytes = Number(response.headers.get("Content-Length"));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      chunks.push(read.value);
      received += read.value.byteLength;
      onProgress(totalBytes > 0 ? received / totalBytes : 0);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new DownloadError("通信が途切れたため、保存できませんでした。もう一度お試しください。");
  }
  const audio = new Blob(chunks, { type: "audio/mpeg" });
  if (await matchesTag(audio, response.headers.get("ETag"))) return audio;
  throw new DownloadError("音声を最後まで受け取れませんでした。もう一度お試しください。");
}

/** Whether the file is complete: its entity tag holds the SHA-256. */
async function matchesTag(audio: Blob, tag: string | null): Promise<boolean> {
  const digest = await crypto.subtle.digest("SHA-256", await audio.arrayBuffer());
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return tag?.includes(hex) ?? false;
}
