import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { write } from "#db/client.ts";
import { sessions, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { notify } from "../server/notify.server.ts";
import { countUnread, countUnreadOfSessions } from "./count-unread.server.ts";

withDatabase();

/** A member with a session and `followers` unread notifications. */
async function addPoller(followers: number): Promise<{ id: string; token: string }> {
  const { id } = await addMember();
  for (let n = 0; n < followers; n++) {
    const { id: actorId } = await addMember();
    await write((tx) => notify(tx, { userId: id, event: { type: "follow", actorId } }));
  }
  return { id, token: await startSession({ userId: id, deviceInfo: "" }) };
}

test("sessions that are counted together are each given their own member's count, others none", async () => {
  const [none, two, denied, ended, idle] = [
    await addPoller(0),
    await addPoller(2),
    await addPoller(1),
    await addPoller(1),
    await addPoller(1),
  ];
  const elsewhere = await startSession({ userId: two.id, deviceInfo: "" });
  const anHourAgo = new Date(Date.now() - 60 * 60_000);
  await write(async (tx) => {
    await tx.update(users).set({ state: "denied" }).where(eq(users.id, denied.id));
    await tx.update(sessions).set({ expiresAt: anHourAgo }).where(eq(sessions.userId, ended.id));
    await tx.update(sessions).set({ lastActiveAt: anHourAgo }).where(eq(sessions.userId, idle.id));
  });
  const tokens = [none, two, denied, ended, idle].map(({ token }) => token);
  expect(await countUnreadOfSessions([...tokens, elsewhere, elsewhere, "nobody's"])).toEqual(
    new Map([
      [none.token, 0],
      [two.token, 2],
      [elsewhere, 2],
    ]),
  );
  expect(await countUnread({ userId: two.id })).toBe(2);
  expect(await countUnreadOfSessions([])).toEqual(new Map());
});
