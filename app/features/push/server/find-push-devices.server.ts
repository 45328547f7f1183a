import { desc, eq } from "drizzle-orm";
import { describeDevice } from "#app/features/accounts/sessions/describe-device.ts";
import { primary } from "#db/client.ts";
import { pushSubscriptions, sessions } from "#db/schema/index.ts";

/** A browser that receives a member's push messages. */
export interface PushDevice {
  id: string;
  /** 「Chrome・Android」 */
  device: string;
  since: Date;
  /** The viewer's current browser. */
  isCurrent: boolean;
}

/** The member's browsers that receive push messages, the latest subscription first. `sessionId`: the current session. */
export async function listPushDevices(options: {
  viewer: { id: string };
  sessionId: string;
}): Promise<PushDevice[]> {
  const rows = await primary
    .select({
      id: pushSubscriptions.id,
      sessionId: pushSubscriptions.sessionId,
      deviceInfo: sessions.deviceInfo,
      since: pushSubscriptions.createdAt,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(pushSubscriptions.userId, options.viewer.id))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id));
  return rows.map(({ id, sessionId, deviceInfo, since }) => ({
    id,
    device: describeDevice(deviceInfo),
    since,
    isCurrent: sessionId === options.sessionId,
  }));
}

/** The push endpoint registered for a session, or null. Read from the primary: pages ask right after a change. */
export async function findPushEndpoint(sessionId: string): Promise<string | null> {
  const [found] = await primary
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sessionId, sessionId));
  return found?.endpoint ?? null;
}
