import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { subscribeTo } from "#app/features/events/server/publish.server.ts";
import { write } from "#db/client.ts";
import { notifications } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { allChangesReceived, notificationsOf } from "#test/received-notifications.ts";
import { removeOldNotifications } from "./remove-notifications.server.ts";

withDatabase();

test("notifications are removed after 180 days, however many, and a changed unread count is published", async () => {
  const [member, other] = [await addMember(), await addMember()];
  const now = Date.UTC(2032, 0, 1);
  const oldest = now - 180 * 24 * 60 * 60 * 1000;
  const add = (userId: string, count: number, at: number) =>
    write(async (tx) => {
      for (let n = 0; n < count; n++)
        await tx.insert(notifications).values({
          userId,
          type: "follow",
          dedupeKey: `${at} ${n}`,
          groupKey: "x",
          createdAt: new Date(at),
        });
    });
  await add(member.id, 1005, oldest);
  await add(other.id, 3, oldest);
  await write((tx) =>
    tx.update(notifications).set({ isRead: true }).where(eq(notifications.userId, other.id)),
  );
  await add(other.id, 2, oldest + 1);
  const heard = new Set<string>();
  for (const { id } of [member, other]) subscribeTo({ userId: id }, () => heard.add(id));
  await allChangesReceived();
  // A connection that begins to listen has called everybody.
  heard.clear();
  await removeOldNotifications(new Date(now));
  expect([(await notificationsOf(member)).length, (await notificationsOf(other)).length]).toEqual([0, 2]);
  await allChangesReceived();
  expect(heard).toEqual(new Set([member.id]));
});
