import { createHash } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { primary, write } from "#db/client.ts";
import { type fileDefects, renditions, tracks } from "#db/schema/index.ts";

export type FileDefect = (typeof fileDefects)[number];

interface CheckedFile {
  kbps: number;
  bytes: number;
  defect: FileDefect | null;
}

/** Compares a track's files with their rows by size and SHA-256, and records defects. Throws `NotFound`. */
export async function checkTrackFiles({ trackId }: { trackId: number }): Promise<CheckedFile[]> {
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
    // A file replaced during the reading has another row, which this result is not about.
    await write((tx) =>
      tx
        .update(renditions)
        .set({ checkedAt: new Date(), defect })
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
