// on both databases: on Postgres a worker publishes, otherwise the server itself
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { planPublication } from "#app/features/creation/drafts/server/plan-publication.server.ts";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { db } from "#db/client.ts";
import { audioTasks, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "../../database.ts";
import { addPreview } from "../../full-account.ts";
import { notificationsOf } from "../../received-notifications.ts";
import { startWorking } from "../../servers/server.ts";

withDatabase();

let server: Awaited<ReturnType<typeof startWorking>> | undefined;
afterAll(() => server?.kill());

/** Starts the server, and waits until the process that comes to this point is killed there. */
async function crashAt(point: string): Promise<void> {
  try {
    server = await startWorking({ env: { CRASH_AT: point } });
    await server.ended;
    await server.kill();
  } catch (error) {
    // A server that works itself is killed before it answers: what is due is published at its start.
    expect(String(error)).toContain("the server ended at start");
  }
}

test("killed right after a planned track is published, and again after the rest: one track, everybody told once", async () => {
  const [viewer, follower] = [await addMember(), await addMember()];
  await followMember({ viewer: follower, userId: viewer.id });
  const { taskId, previewFilename } = await addPreview(viewer);
  const publishAt = new Date(Date.now() - 1000);
  await planPublication({ viewer, previewFilename, title: "夜明けの音", publishAt });
  const plan = async () => (await db.select().from(audioTasks).where(eq(audioTasks.id, taskId)))[0];

  await crashAt("published");
  const [track] = await db.select().from(tracks).where(eq(tracks.userId, viewer.id));
  expect(track?.title).toBe("夜明けの音");
  expect(await plan()).toMatchObject({ trackId: track?.id, publishAt });
  expect(await notificationsOf(follower)).toEqual([]);

  await crashAt("plan-done");
  expect(await db.$count(tracks, eq(tracks.userId, viewer.id))).toBe(1);
  expect(await plan()).toMatchObject({ trackId: track?.id, publishAt: null });
  expect((await notificationsOf(follower)).map(({ type }) => type)).toEqual(["followed_track"]);
  expect((await notificationsOf(viewer)).map(({ type }) => type)).toEqual(["follow", "track_on_time"]);
});
