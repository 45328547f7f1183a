import { createHash } from "node:crypto";
import type { SpeechStore } from "#app/engines/speech/with-speech-cache.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { logger } from "#app/logger.server.ts";

const prefix = "speech/";

/** Per member: their longest scripts in several versions. */
const maxBytes = 64 * 1024 * 1024;
export const speechAgeDays = 7;
const maxAgeMs = speechAgeDays * dayMs;

/** The folder of an owner's spoken sentences; null: the official account's. Nobody else's are ever looked up. */
export function speechFolder(ownerId: string | null): string {
  const name = createHash("sha256")
    .update(ownerId ?? "")
    .digest("hex");
  return `${prefix}${name.slice(0, 32)}/`;
}

/** The key of a sentence; `id` is lower-case hexadecimal. */
export function speechKey(ownerId: string | null, id: string): string {
  return `${speechFolder(ownerId)}${id}`;
}

/** The store of an owner's sentences; null: the official account's. */
export function speechStore(ownerId: string | null): SpeechStore {
  return {
    read: (id) =>
      audioStorage()
        .readBytes(speechKey(ownerId, id))
        .catch((error: unknown) => {
          logger.warn({ err: error }, "kept speech was not read");
          return null;
        }),
    write: (id, file) =>
      audioStorage()
        .put(speechKey(ownerId, id), file)
        .catch((error: unknown) => logger.warn({ err: error }, "speech was not kept")),
    trim: (inUse) => trimSpeech(ownerId, inUse),
  };
}

/** Removes sentences of a deleted preview. Another script with the same sentence speaks it again. */
export async function removeSpeech(ownerId: string, ids: readonly string[] = []): Promise<void> {
  for (const id of ids) await audioStorage().remove(speechKey(ownerId, id));
}

/** The oldest beyond 64 MB, but none of `inUse`. */
async function trimSpeech(ownerId: string | null, inUse: ReadonlySet<string>): Promise<void> {
  const storage = audioStorage();
  const others: { key: string; bytes: number; modified: number }[] = [];
  let total = 0;
  const used = new Set([...inUse].map((id) => speechKey(ownerId, id)));
  for await (const key of storage.list(speechFolder(ownerId))) {
    const file = await storage.stat(key);
    if (!file) continue;
    total += file.bytes;
    if (!used.has(key)) others.push({ key, bytes: file.bytes, modified: file.modified.getTime() });
  }
  for (const { key, bytes } of others.sort((a, b) => a.modified - b.modified)) {
    if (total <= maxBytes) return;
    await storage.remove(key);
    total -= bytes;
  }
}

/** Older than a week, everybody's. */
export async function removeOldSpeech(now: Date = new Date()): Promise<number> {
  const storage = audioStorage();
  let total = 0;
  for await (const key of storage.list(prefix)) {
    const file = await storage.stat(key);
    if (!file || now.getTime() - file.modified.getTime() <= maxAgeMs) continue;
    await storage.remove(key);
    total += 1;
  }
  return total;
}
