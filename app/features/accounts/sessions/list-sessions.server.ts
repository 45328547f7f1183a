import { and, desc, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import { primary } from "#db/client.ts";
import { sessions } from "#db/schema/index.ts";
import type { sessionReply } from "../accounts.schema.ts";
import { describeDevice } from "./describe-device.ts";
import { publicSessionId } from "./session.server.ts";

/** `id` is the session's public id; `isCurrent` marks the one of the request. */
export type SessionListItem = z.infer<typeof sessionReply>;

/**
 * The member's sessions that are not expired: the current one first, then by last use. `current` is the public id of the
 * current one.
 */
export async function listSessions(options: {
  viewer: { id: string };
  current: string | null;
}): Promise<SessionListItem[]> {
  const rows = await primary
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, options.viewer.id), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.lastActiveAt));
  const listed = rows.map(({ id, deviceInfo, createdAt, lastActiveAt }) => ({
    id: publicSessionId(id),
    device: describeDevice(deviceInfo),
    createdAt,
    lastActiveAt,
    isCurrent: publicSessionId(id) === options.current,
  }));
  return [...listed.filter(({ isCurrent }) => isCurrent), ...listed.filter(({ isCurrent }) => !isCurrent)];
}
