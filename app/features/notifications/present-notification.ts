import type { z } from "zod";
import type { Bundle } from "./bundle.ts";
import { notificationText } from "./notification-text.ts";
import type { notificationReply } from "./notifications.schema.ts";

/** A bundle of notifications as the calls show it (spec 2 §3). */
export function presentNotification(shown: Bundle): z.infer<typeof notificationReply> {
  const { bundle: _, unreadCount: __, createdAt, ...fields } = shown;
  return { ...fields, createdAt: createdAt.toISOString(), text: notificationText(shown).text };
}
