import { NotFound } from "#app/features/domain-error.ts";
import { readNotifications } from "./read-notifications.server.ts";

/**
 * Marks one notification read, as `readNotifications` does. Throws `NotFound`, for somebody else's and for one that was
 * taken back too.
 */
export async function readNotification(options: { viewer: { id: string }; id: number }): Promise<void> {
  const { viewer, id } = options;
  const found = await readNotifications({ viewer, ids: [id] });
  if (found === 0) throw new NotFound("通知が見つかりません");
}
