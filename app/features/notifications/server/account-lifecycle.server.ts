import { and, asc, eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { db } from "#db/client.ts";
import { notifications, playlists, tracks, users } from "#db/schema/index.ts";
import { notify } from "./notify.server.ts";
import { removeNotifications } from "./remove-notifications.server.ts";

/** Removes notifications by an account that is deleted or denied; notifies the inviter when an account has joined. */
export const notificationsAccountLifecycle: AccountLifecycle = {
  name: "notifications",
  removeRows: (tx, userId) =>
    removeNotifications(tx, or(eq(notifications.userId, userId), eq(notifications.actorId, userId))),
  onDenied: (tx, userId) => removeNotifications(tx, eq(notifications.actorId, userId)),
  onInvitationAccepted: (tx, { inviterId, accountId, now }) =>
    notify(tx, {
      userId: inviterId,
      event: { type: "invitation_accepted", actorId: accountId },
      now,
    }),
  onInvitationDenied: (tx, { inviterId, accountId, now }) =>
    notify(tx, { userId: inviterId, event: { type: "invitation_denied", accountId }, now }),
  exports: {
    notifications: exportedField({
      schema: z.array(
        z.object({
          type: z.string(),
          actorName: z.string().nullable(),
          trackId: z.int().nullable(),
          trackTitle: z.string().nullable(),
          playlistName: z.string().nullable(),
          isRead: z.boolean(),
          createdAt: z.date(),
        }),
      ),
      read: async (userId) =>
        db
          .select({
            type: notifications.type,
            actorName: users.name,
            trackId: notifications.trackId,
            trackTitle: tracks.title,
            playlistName: sql<string | null>`case when ${playlists.isPublic} then ${playlists.name} end`,
            isRead: notifications.isRead,
            createdAt: notifications.createdAt,
          })
          .from(notifications)
          .leftJoin(users, and(eq(users.id, notifications.actorId), eq(users.state, "approved")))
          .leftJoin(tracks, eq(tracks.id, notifications.trackId))
          .leftJoin(playlists, eq(playlists.id, notifications.playlistId))
          .where(eq(notifications.userId, userId))
          .orderBy(asc(notifications.id)),
    }),
  },
};
