import { createHash } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { primary, write } from "#db/client.ts";
import { type fileDefects, renditions, tracks } from "#db/schema/index.ts";

/** What is wrong with a stored file: there is none, or its bytes are not those of its row. */
export type FileDefect = (typeof fileDefects)[number];

/** A file of a track after it was compared with its row. */
interface CheckedFile {
  kbps: number;
  /** As the row knows it. */
  bytes: number;
  defect: FileDefect | null;
}

/**
 * Compares the files of a track with their rows, by size and SHA-256, and records what is wrong. Reads each file once.
 * Throws `NotFound`.
 */
export async function checkTrackFiles(options: { trackId: number; now?: Date }): Promise<CheckedFile[]> {
  const { trackId, now = new Date() } = options;
  const [track] = await primary.select({ id: tracks.id }).from(tracks).where(eq(tracks.id, trackId));
  if (!track) throw new NotFound("音声が見つかりません");
  const files = await primary
    .select({
      kbps: renditions.kbps,
      key: renditions.storageKey,
      bytes: renditions.bytes,
      sha256: renditions.sha256,
    })
    .from(renditions)
    .where(eq(renditions.trackId, trackId))
    .orderBy(asc(renditions.kbps));
  const checked: CheckedFile[] = [];
  for (const file of files) {
    const defect = await findDefect(file);
    // The file may have been replaced while it was read: then the result is about another row.
    await write((tx) =>
      tx
        .update(renditions)
        .set({ checkedAt: now, defect })
        .where(
          and(
            eq(renditions.trackId, trackId),
            eq(renditions.kbps, file.kbps),
            eq(renditions.storageKey, file.key),
          ),
        ),
    );
    checked.push({ kbps: file.kbps, bytes: file.bytes, defect });
  }
  return checked;
}

async function findDefect(file: { key: string; bytes: number; sha256: string }): Promise<FileDefect | null> {
  const found = await audioStorage().stat(file.key);
  if (found === null) return "missing";
  if (found.bytes !== file.bytes) return "damaged";
  const stream = await audioStorage().readStream(file.key);
  if (stream === null) return "missing";
  const hash = createHash("sha256");
  for await (const part of stream) hash.update(part);
  return hash.digest("hex") === file.sha256 ? null : "damaged";
}
