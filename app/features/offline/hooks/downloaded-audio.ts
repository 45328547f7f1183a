import type { LocalAudio } from "#app/features/playback/playback.ts";
import { licenseProblem, type OfflineLicense } from "../offline.ts";
import { downloadPath, listDownloadedIds, readLicense, watchDownloads } from "./download-cache.ts";

let ids: Set<number> = new Set();
let license: OfflineLicense | null = null;
let loading: Promise<void> | undefined;
/** Counts announced changes: one that comes during a read must not be lost. */
let changes = 0;

/** Downloads as a source for the player, served by the service worker. None without Cache Storage (a private window). */
export const downloadedAudio: LocalAudio = {
  load() {
    if (!loading) {
      watch();
      loading = read().catch(() => undefined);
    }
    return loading;
  },
  sourceOf(track) {
    const isPlayable = ids.has(track.id) && !licenseProblem(license, Date.now());
    return isPlayable && navigator.serviceWorker.controller ? downloadPath(track) : null;
  },
  ignore(track) {
    ids.delete(track.id);
  },
};

async function read(): Promise<void> {
  let before: number;
  do {
    before = changes;
    const [storedIds, storedLicense] = await Promise.all([listDownloadedIds(), readLicense()]);
    ids = new Set(storedIds);
    license = storedLicense;
  } while (changes !== before);
}

function watch(): void {
  watchDownloads((change) => {
    changes++;
    if (change.type === "put") ids.add(change.track.id);
    else if (change.type === "deleted") for (const id of change.ids) ids.delete(id);
    else if (change.type === "license") license = change.license;
    else read().catch(() => undefined);
  });
}
