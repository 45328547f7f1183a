import { desc, eq } from "drizzle-orm";
import { describeDevice } from "#app/features/accounts/describe-device.ts";
import { primary } from "#db/client.ts";
import { pushSubscriptions, sessions } from "#db/schema/index.ts";

/** A browser that gets a member's push messages. */
export interface PushDevice {
  id: string;
  /** 「Chrome・Android」 */
  device: string;
  since: Date;
  /** The one that asks. */
  isCurrent: boolean;
}

/** The member's browsers that get push messages, the one that asked last first. `sessionId` is the asking session's. */
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
