import { and, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { updateProfile } from "#app/features/profile/server/update-profile.server.ts";
import { db, write } from "#db/client.ts";
import { settings, tracks, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { finishReindexing, requestReindex } from "./reindex-tracks.server.ts";

withDatabase();

const addTracks = async (userId: string, count: number) => {
  for (let n = 0; n < count; n++) await addTrack({ userId });
};
const countFoundBy = (reader: Pick<typeof db, "$count">, userId: string, name: string) =>
  reader.$count(tracks, and(eq(tracks.userId, userId), like(tracks.searchText, `%${name}%`)));
const isRequested = async (userId: string) =>
  (await db.$count(settings, like(settings.key, `%${userId}`))) > 0;

test("others write between the tracks of a renamed member, whose name is saved before, and all tracks follow", async () => {
  const viewer = await addMember({ name: "前の名" });
  await addTracks(viewer.id, 60);
  const renaming = updateProfile({ viewer, changes: { name: "後の名" } });
  const nameOf = async () => (await db.select().from(users).where(eq(users.id, viewer.id)))[0]?.name;
  await expect.poll(nameOf, { interval: 1 }).toBe("後の名");
  expect(await write((tx) => countFoundBy(tx, viewer.id, "後の名"))).toBeLessThan(60);
  await renaming;
  expect(await countFoundBy(db, viewer.id, "後の名")).toBeGreaterThanOrEqual(40);
  await expect.poll(() => countFoundBy(db, viewer.id, "後の名")).toBe(60);
  await expect.poll(() => isRequested(viewer.id)).toBe(false);
});

test("what a process that ended has left is finished a minute later, and what was deleted is forgotten", async () => {
  const [viewer, gone] = [await addMember(), await addMember()];
  await addTracks(viewer.id, 3);
  await write(async (tx) => {
    await tx.update(users).set({ name: "残る名" }).where(eq(users.id, viewer.id));
    for (const { id } of [viewer, gone]) await requestReindex(tx, id);
    await tx.delete(users).where(eq(users.id, gone.id));
  });
  await finishReindexing();
  expect(await countFoundBy(db, viewer.id, "残る名")).toBe(0);
  await finishReindexing(new Date(Date.now() + 60_001));
  expect(await countFoundBy(db, viewer.id, "残る名")).toBe(3);
  for (const { id } of [viewer, gone]) expect(await isRequested(id)).toBe(false);
});
