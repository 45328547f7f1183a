import { expect, test } from "vitest";
import { NotFound } from "#app/features/domain-error.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { endAllSessions, endSessionOf } from "./end-sessions.server.ts";
import { listSessions } from "./list-sessions.server.ts";
import { findSession, publicIdOfToken, startSession } from "./session.server.ts";

withDatabase();

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
