import { asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import { publishChange, subscribeTo } from "#app/features/events/server/publish.server.ts";
import { db } from "#db/client.ts";
import { notifications } from "#db/schema/index.ts";

export async function notificationsOf(user: { id: string }) {
  const rows = await db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, user.id))
    .orderBy(asc(notifications.id));
  return rows.map(({ type, actorId, trackId, playlistId, isRead }) => ({
    type,
    ...(actorId !== null && { actorId }),
    ...(trackId !== null && { trackId }),
    ...(playlistId !== null && { playlistId }),
    isRead,
  }));
}

/** Resolves when this process is subscribed and has all earlier changes; Postgres keeps their order. */
export async function allChangesReceived(): Promise<void> {
  const last = crypto.randomUUID();
  let isReceived = false;
  const stop = subscribeTo({ userId: last }, () => {
    isReceived = true;
  });
  await expect
    .poll(() => publishChange({ userId: last }, "unread").then(() => isReceived), { interval: 20 })
    .toBe(true);
  stop();
}
