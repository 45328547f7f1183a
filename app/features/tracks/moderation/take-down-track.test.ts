import { and, asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { Conflict, Forbidden, NotFound } from "#app/features/domain-error.ts";
import { listNotifications } from "#app/features/notifications/server/find-notifications.server.ts";
import { db, write } from "#db/client.ts";
import { auditLog, emails, tracks } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { deleteTrack } from "../server/delete-track.server.ts";
import { findTrack } from "../server/find-track.server.ts";
import { listTracksOf } from "../server/list-tracks.server.ts";
import { setTrackVisibility } from "../server/set-track-visibility.server.ts";
import { toTrackListItem } from "../track-list-item.ts";
import { findTakedowns, withTakedowns } from "./find-takedowns.server.ts";
import { restoreTrack, takeDownTrack } from "./take-down-track.server.ts";

withDatabase();

const actor = { kind: "admin", name: "admin" } as const;

const emailsTo = (userId: string) =>
  db
    .select({ template: emails.template, values: emails.values })
    .from(emails)
    .where(eq(emails.userId, userId))
    .orderBy(asc(emails.createdAt));

const auditOf = (trackId: number) =>
  db
    .select({ action: auditLog.action, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.targetType, "track"), eq(auditLog.targetId, String(trackId))))
    .orderBy(asc(auditLog.id));

const rowOf = async (id: number) => (await db.select().from(tracks).where(eq(tracks.id, id)))[0];

test("a taken down track is its author's alone, who is told why and can't undo it, until it is released", async () => {
  const [viewer, other] = [await addMember({ name: "夜野" }), await addMember()];
  const trackId = await addTrack({ userId: viewer.id, title: "月の話" });
  await takeDownTrack({ actor, trackId, reason: "権利の確認のため" });

  await expect(findTrack({ viewer: other, trackId })).rejects.toThrow(NotFound);
  await expect(findTrack({ viewer: null, trackId })).rejects.toThrow(NotFound);
  expect(await findTrack({ viewer, trackId })).toMatchObject({ id: trackId, isVisible: false });
  const own = await listTracksOf({ userId: viewer.id, viewer, limit: 10 });
  expect(
    await withTakedowns(
      viewer,
      own.tracks.map((track) => toTrackListItem(track, viewer)),
    ),
  ).toMatchObject([{ id: trackId, takedown: { reason: "権利の確認のため" } }]);
  expect(await findTakedowns({ viewer: other, trackIds: [trackId] })).toEqual(new Map());
  await expect(setTrackVisibility({ viewer, trackId, isVisible: true })).rejects.toThrow(Conflict);
  await expect(setTrackVisibility({ viewer, trackId, isVisible: false })).rejects.toThrow(Conflict);
  await expect(setTrackVisibility({ actor, trackId, isVisible: true })).rejects.toThrow(Conflict);
  await expect(setTrackVisibility({ viewer: other, trackId, isVisible: true })).rejects.toThrow(NotFound);

  await restoreTrack({ actor, trackId });
  expect(await findTrack({ viewer: null, trackId })).toMatchObject({ id: trackId, isVisible: true });
  expect(await findTakedowns({ viewer, trackIds: [trackId] })).toEqual(new Map());

  const subject = { name: "夜野", titles: "月の話", count: "1" };
  expect(await emailsTo(viewer.id)).toEqual([
    { template: "track-withheld", values: { ...subject, reason: "権利の確認のため" } },
    { template: "track-released", values: subject },
  ]);
  // Of what the author was told, the last remains.
  const { groups } = await listNotifications({ viewer, limit: 10 });
  expect(groups).toMatchObject([{ type: "track_released", trackId, actorUserId: null }]);
  expect(await auditOf(trackId)).toEqual([
    {
      action: "track.withhold",
      before: { isVisible: true, isWithheld: false },
      after: { isVisible: false, isWithheld: true, reason: "権利の確認のため" },
    },
    {
      action: "track.release",
      before: { isVisible: false, isWithheld: true, reason: "権利の確認のため" },
      after: { isVisible: true, isWithheld: false },
    },
  ]);
});

test("what its author had hidden is hidden again when it is restored", async () => {
  const viewer = await addMember();
  const trackId = await addTrack({ userId: viewer.id, isVisible: false });
  await takeDownTrack({ actor, trackId, reason: null });
  await restoreTrack({ actor, trackId });
  expect(await rowOf(trackId)).toMatchObject({ isVisible: false, takenDownAt: null, wasVisibleBefore: null });
});

test("without a reason the author gets a notification and no email", async () => {
  const viewer = await addMember();
  const trackId = await addTrack({ userId: viewer.id });
  await takeDownTrack({ actor, trackId, reason: null });
  expect(await emailsTo(viewer.id)).toEqual([]);
  expect(await findTakedowns({ viewer, trackIds: [trackId] })).toEqual(
    new Map([[trackId, { reason: null }]]),
  );
  const { groups } = await listNotifications({ viewer, limit: 10 });
  expect(groups).toMatchObject([{ type: "track_withheld", trackId }]);
});

test("the tracks that are taken down on one day are one notification", async () => {
  const viewer = await addMember();
  for (let n = 0; n < 3; n++)
    await takeDownTrack({ actor, trackId: await addTrack({ userId: viewer.id }), reason: null });
  const { groups } = await listNotifications({ viewer, limit: 10 });
  expect(groups).toMatchObject([{ type: "track_withheld", groupSize: 3 }]);
});

test("who acts on what somebody else has changed meanwhile is told", async () => {
  const viewer = await addMember();
  const trackId = await addTrack({ userId: viewer.id });
  await expect(restoreTrack({ actor, trackId })).rejects.toThrow(Conflict);
  const twice = await Promise.allSettled([
    takeDownTrack({ actor, trackId, reason: "一" }),
    takeDownTrack({ actor, trackId, reason: "二" }),
  ]);
  expect(twice.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await auditOf(trackId)).toHaveLength(1);
  await expect(takeDownTrack({ actor, trackId: 2 ** 30, reason: null })).rejects.toThrow(NotFound);
});

test("its author can still delete it", async () => {
  const viewer = await addMember();
  const trackId = await addTrack({ userId: viewer.id });
  await takeDownTrack({ actor, trackId, reason: "確認" });
  await deleteTrack({ viewer, trackId });
  expect(await rowOf(trackId)).toBeUndefined();
  expect((await auditOf(trackId)).map(({ action }) => action)).toEqual(["track.withhold"]);
});

test("the database itself refuses a taken down track that is visible", async () => {
  const { id: userId } = await addMember();
  const trackId = await addTrack({ userId });
  await takeDownTrack({ actor, trackId, reason: null });
  await expect(
    write((tx) => tx.update(tracks).set({ isVisible: true }).where(eq(tracks.id, trackId)).returning()),
  ).rejects.toThrow();
  expect(await rowOf(trackId)).toMatchObject({ isVisible: false });
});

test("the admin shows, hides and deletes anybody's track, with an entry of the audit log each", async () => {
  const [author, viewer] = [await addMember({ name: "夜野" }), await addMember()];
  const trackId = await addTrack({ userId: author.id, title: "月の話" });
  await setTrackVisibility({ actor, trackId, isVisible: false });
  // The same again changes nothing and is no entry.
  await setTrackVisibility({ actor, trackId, isVisible: false });
  await expect(deleteTrack({ viewer, trackId })).rejects.toThrow(NotFound);
  await setTrackVisibility({ actor, trackId, isVisible: true });
  await expect(deleteTrack({ viewer, trackId })).rejects.toThrow(Forbidden);
  await deleteTrack({ actor, trackId, reason: "迷惑行為" });
  await expect(deleteTrack({ actor, trackId })).rejects.toThrow(NotFound);
  expect(await auditOf(trackId)).toEqual([
    { action: "track.visibility", before: { isVisible: true }, after: { isVisible: false } },
    { action: "track.visibility", before: { isVisible: false }, after: { isVisible: true } },
    {
      action: "track.delete",
      before: { posterId: author.id, isVisible: true, isWithheld: false },
      after: { reason: "迷惑行為" },
    },
  ]);
  expect(await emailsTo(author.id)).toEqual([
    {
      template: "tracks-deleted",
      values: { name: "夜野", titles: "月の話", count: "1", reason: "迷惑行為" },
    },
  ]);
});

test("the official account gets no email", async () => {
  const { id: userId } = await addMember();
  await updateUser(userId, { provider: "system" });
  const trackId = await addTrack({ userId });
  await takeDownTrack({ actor, trackId, reason: "誤り" });
  expect(await emailsTo(userId)).toEqual([]);
});

/** Makes every entry of the audit log fail while `work` runs. */
async function withoutAuditLog(work: () => Promise<void>): Promise<void> {
  await write((tx) => run(tx, sql`alter table audit_log rename to audit_log_away`));
  try {
    await work();
  } finally {
    await write((tx) => run(tx, sql`alter table audit_log_away rename to audit_log`));
  }
}

interface RawHandle {
  run?(query: unknown): unknown;
  execute?(query: unknown): Promise<unknown>;
}
const run = async (tx: object, query: unknown) => {
  const raw = tx as RawHandle;
  await (raw.execute ? raw.execute(query) : raw.run?.(query));
};

test("without an entry of the audit log nothing changes", async () => {
  const { id: userId } = await addMember();
  const [open, takedown] = [await addTrack({ userId }), await addTrack({ userId })];
  await takeDownTrack({ actor, trackId: takedown, reason: "確認" });
  const before = [await rowOf(open), await rowOf(takedown), await emailsTo(userId)];
  await withoutAuditLog(async () => {
    for (const change of [
      () => takeDownTrack({ actor, trackId: open, reason: "確認" }),
      () => restoreTrack({ actor, trackId: takedown }),
      () => setTrackVisibility({ actor, trackId: open, isVisible: false }),
      () => deleteTrack({ actor, trackId: open, reason: "確認" }),
    ])
      await expect(change()).rejects.toThrow();
  });
  expect([await rowOf(open), await rowOf(takedown), await emailsTo(userId)]).toEqual(before);
});
