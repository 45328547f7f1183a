import { createHash, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { findBulkRun, startFileCheck } from "#app/features/admin/bulk/bulk-run-verbs.server.ts";
import { continueBulkRun } from "#app/features/admin/bulk/continue-bulk-run.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { db, write } from "#db/client.ts";
import { bulkRuns, renditions, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { checkTrackFiles } from "./check-files.server.ts";

withDatabase();

/** A track with a file of these bytes in the storage (null: none); its row is about the file `sound`. */
async function addTrackWithFile(stored: string | null): Promise<number> {
  const trackId = await addTrack({ userId: (await addMember()).id });
  const storageKey = audioKey(randomUUID(), 64);
  if (stored !== null) await audioStorage().put(storageKey, Buffer.from(stored));
  const sha256 = createHash("sha256").update("sound").digest("hex");
  const row = { trackId, kbps: 64, storageKey, bytes: 5, sha256, createdAt: new Date() };
  await write((tx) => tx.insert(renditions).values(row));
  return trackId;
}

const defectOf = async (trackId: number) =>
  (await db.select().from(renditions).where(eq(renditions.trackId, trackId)))[0]?.defect;

test.each([
  ["sound", null],
  ["noise", "damaged"],
  ["sounds", "damaged"],
  [null, "missing"],
] as const)("a file %s is found %s", async (stored, defect) => {
  const trackId = await addTrackWithFile(stored);
  expect(await checkTrackFiles({ trackId })).toEqual([{ kbps: 64, bytes: 5, defect }]);
  expect(await defectOf(trackId)).toBe(defect);
});

test("a track that is not there has no files", async () => {
  await expect(checkTrackFiles({ trackId: 2 ** 30 })).rejects.toThrow(NotFound);
});

test("the check of all files finds the defective ones, and runs once at a time", async () => {
  await write((tx) => tx.update(renditions).set({ defect: null }));
  const before = await db.$count(renditions);
  const gone = await addTrackWithFile("sound");
  await write((tx) => tx.delete(tracks).where(eq(tracks.id, gone)));
  const ids = [];
  for (let n = 0; n < 45; n++) ids.push(await addTrackWithFile(n % 9 === 0 ? null : "sound"));
  const actor = { kind: "admin", name: "admin" } as const;
  const runId = await startFileCheck({ actor });
  await expect(startFileCheck({ actor })).rejects.toThrow("すでに始まっています");
  await continueBulkRun({ runId, maxSteps: 1 });
  const total = await db.$count(tracks);
  expect(await findBulkRun(runId)).toMatchObject({ doneCount: 20, total, finishedAt: null });
  await continueBulkRun({ runId });
  expect(await findBulkRun(runId)).toMatchObject({ doneCount: total, total, finishedAt: expect.any(Date) });
  const checked = await Promise.all(ids.map(defectOf));
  expect(checked.filter((defect) => defect === "missing")).toHaveLength(5);
  const [run] = await db.select().from(bulkRuns).where(eq(bulkRuns.id, runId));
  // Of the tests before: three of four.
  expect(run?.changedCount).toBe(5 + (before > 0 ? 3 : 0));
});
