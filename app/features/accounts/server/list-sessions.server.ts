import { and, desc, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import { db } from "#db/client.ts";
import { sessions } from "#db/schema/index.ts";
import type { sessionReply } from "../accounts.schema.ts";
import { describeDevice } from "../describe-device.ts";
import { nameOfSession } from "./session.server.ts";

/** `id` is the session's public name, `isCurrent` tells the one that asks. */
export type ListedSession = z.infer<typeof sessionReply>;

/**
 * The member's sessions that last, the asking one first, then the one used last (decisions, "Accounts"). `current` is
 * the asking session's public name.
 */
export async function listSessions(options: {
  viewer: { id: string };
  current: string | null;
}): Promise<ListedSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, options.viewer.id), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.lastActiveAt));
  const listed = rows.map(({ id, deviceInfo, createdAt, lastActiveAt }) => ({
    id: nameOfSession(id),
    device: describeDevice(deviceInfo),
    createdAt,
    lastActiveAt,
    isCurrent: nameOfSession(id) === options.current,
  }));
  return [...listed.filter(({ isCurrent }) => isCurrent), ...listed.filter(({ isCurrent }) => !isCurrent)];
}
