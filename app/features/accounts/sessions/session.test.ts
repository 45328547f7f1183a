import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { NotFound } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { sessions } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import {
  endAllSessions,
  endSession,
  endSessionOf,
  findSession,
  listSessions,
  publicIdOfToken,
  removeExpiredSessions,
  startSession,
} from "./session.server.ts";

withDatabase();

test("a session is found by its token, stored only as a hash, and ends at once", async () => {
  const { id: userId } = await addMember();
  const token = await startSession({ userId, deviceInfo: "x".repeat(1000) });
  expect(await findSession(token)).toMatchObject({ id: userId, state: "approved", isPremium: false });
  const rows = await db.select().from(sessions).where(eq(sessions.userId, userId));
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(rows[0]?.deviceInfo).toHaveLength(200);
  await endSession(token);
  expect(await findSession(token)).toBeNull();
  expect(await findSession("made up")).toBeNull();
});

test("an expired session finds nobody and is removed; others stay", async () => {
  const { id: userId } = await addMember();
  const [expired, valid] = [
    await startSession({ userId, deviceInfo: "expired" }),
    await startSession({ userId, deviceInfo: "" }),
  ];
  await write((tx) =>
    tx
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.deviceInfo, "expired")),
  );
  expect(await findSession(expired)).toBeNull();
  await removeExpiredSessions();
  expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(1);
  expect(await findSession(valid)).not.toBeNull();
});

test("a member keeps fifty sessions: those used last, and always the new one", async () => {
  const [{ id: userId }, { id: otherId }] = [await addMember(), await addMember()];
  const other = await startSession({ userId: otherId, deviceInfo: "" });
  const first = await startSession({ userId, deviceInfo: "first" });
  const second = await startSession({ userId, deviceInfo: "second" });
  const usedAt = (deviceInfo: string, at: Date) =>
    write((tx) =>
      tx.update(sessions).set({ lastActiveAt: at }).where(eq(sessions.deviceInfo, deviceInfo)).returning(),
    );
  await usedAt("second", new Date(Date.now() - 60_000));
  await usedAt("first", new Date(Date.now() + 60_000));
  for (let n = 0; n < 48; n++) await startSession({ userId, deviceInfo: "" });
  expect(await findSession(second)).not.toBeNull();
  const last = await startSession({ userId, deviceInfo: "" });
  expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(50);
  expect(await findSession(second)).toBeNull();
  for (const token of [first, last, other]) expect(await findSession(token)).not.toBeNull();
});

test("a session that is used every day ends 180 days after its sign-in", async () => {
  const { id: userId } = await addMember();
  const token = await startSession({ userId, deviceInfo: "" });
  const daysLater = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  const lastUse = async () =>
    (await db.select().from(sessions).where(eq(sessions.userId, userId)))[0]?.lastActiveAt;
  for (let day = 20; day < 180; day += 20) {
    const now = daysLater(day);
    expect(await findSession(token, now), `day ${day}`).toMatchObject({ id: userId });
    await expect.poll(async () => (await lastUse())?.getTime()).toBe(now.getTime());
  }
  expect(await findSession(token, daysLater(179.9))).not.toBeNull();
  expect(await findSession(token, daysLater(180.1))).toBeNull();
  const unused = await startSession({ userId, deviceInfo: "" });
  expect(await findSession(unused, daysLater(30.1))).toBeNull();
});

const firefox = "Mozilla/5.0 (Macintosh; rv:150.0) Gecko/20100101 Firefox/150.0";

test("a member sees the own devices, the asking one first, and ends one or all of them", async () => {
  const viewer = await addMember();
  const stranger = await addMember();
  const here = await startSession({ userId: viewer.id, deviceInfo: firefox });
  const there = await startSession({ userId: viewer.id, deviceInfo: "curl/8" });
  const strangers = await startSession({ userId: stranger.id, deviceInfo: firefox });
  const list = () => listSessions({ viewer, current: publicIdOfToken(here) });
  expect(await list()).toMatchObject([
    { id: publicIdOfToken(here), device: "Firefox・Mac", isCurrent: true },
    { id: publicIdOfToken(there), device: "不明な端末", isCurrent: false },
  ]);
  for (const publicId of [publicIdOfToken(strangers), publicIdOfToken("made up"), "", "%", "_".repeat(16)])
    await expect(endSessionOf({ userId: viewer.id, publicId })).rejects.toThrow(NotFound);
  await endSessionOf({ userId: viewer.id, publicId: publicIdOfToken(there) });
  expect(await findSession(there)).toBeNull();
  expect(await list()).toHaveLength(1);
  expect(await endAllSessions({ viewer })).toBe(1);
  expect(await findSession(here)).toBeNull();
  expect(await findSession(strangers)).not.toBeNull();
});
