import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { officialAccount } from "#app/features/accounts/account.ts";
import { claimTask, endTask } from "#app/features/tasks/task-life.server.ts";
import { listTracks } from "#app/features/tracks/server/list-tracks.server.ts";
import { db, write } from "#db/client.ts";
import { audioTasks, settings, tracks } from "#db/schema/index.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { completePreview } from "../tasks/server/complete-task.server.ts";
import { officialPreviews } from "../tasks/server/creation-kinds.server.ts";
import { publishOfficialTracks, seedOfficialTracks } from "./seed-official-tracks.server.ts";

withDatabase();

test("official tracks are enqueued once, published when finished, and not enqueued again", async () => {
  await seedOfficialTracks();
  await seedOfficialTracks();
  const tasks = await db.select().from(audioTasks).where(eq(audioTasks.flow, "seed"));
  expect(tasks).toHaveLength(officialTracks.length);

  const finish = async (task: { id: string }) => {
    await claimTask(officialPreviews, task.id);
    const files = [{ kbps: 64, storageKey: `audio/${task.id}/64.mp3`, bytes: 3, sha256: "0".repeat(64) }];
    await completePreview(task.id, { durationMs: 1000, files, cues: [] });
  };
  for (const task of tasks.slice(0, 2)) await finish(task);
  await Promise.all([publishOfficialTracks(), publishOfficialTracks()]);
  const listed = (await listTracks({ viewer: null, limit: 100 })).tracks;
  expect(listed).toHaveLength(2);
  for (const track of listed) {
    expect(track).toMatchObject({ userId: officialAccount.id, posterName: "Mugen", posterPicture: "∞" });
    expect(track.labels.length).toBeGreaterThan(0);
  }

  await seedOfficialTracks();
  expect(await db.select().from(tracks)).toHaveLength(2);
  expect(await db.select().from(audioTasks).where(eq(audioTasks.flow, "seed"))).toHaveLength(
    officialTracks.length,
  );

  const failing = tasks[2]?.id ?? "";
  await endTask(officialPreviews, failing, { as: "failed" });
  await seedOfficialTracks();
  const [again] = await db.select().from(audioTasks).where(eq(audioTasks.id, failing));
  expect(again?.state).toBe("queued");

  const last = tasks.at(-1);
  for (const task of tasks.slice(2, -1)) await finish(task);
  // A track of the official account that is none of the seed's does not stand in for the last one.
  await addTrack({ userId: officialAccount.id });
  await publishOfficialTracks();
  await seedOfficialTracks();
  expect(await db.select().from(settings)).toEqual([]);
  if (last) await finish(last);
  await publishOfficialTracks();
  expect(await db.select().from(settings)).toHaveLength(1);
  const [deleted] = (await listTracks({ viewer: null, limit: 100 })).tracks;
  await write((tx) => tx.delete(audioTasks).where(eq(audioTasks.flow, "seed")));
  await write((tx) => tx.delete(tracks).where(eq(tracks.id, deleted?.id ?? 0)));
  await seedOfficialTracks();
  expect(await db.select().from(audioTasks).where(eq(audioTasks.flow, "seed"))).toHaveLength(0);
});
