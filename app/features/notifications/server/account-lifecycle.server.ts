import { and, asc, eq, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { titleVisibleTo } from "#app/features/access/track-visibility.server.ts";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { db } from "#db/client.ts";
import { digestEmails, notifications, playlists, tracks, users } from "#db/schema/index.ts";
import { notify } from "./notify.server.ts";
import { removeNotifications } from "./remove-notifications.server.ts";

/** `users` are the authors of tracks. */
const actor = alias(users, "actor");

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
            actorName: actor.name,
            trackId: notifications.trackId,
            trackTitle: titleVisibleTo({ id: userId }),
            playlistName: sql<string | null>`case when ${playlists.isPublic} then ${playlists.name} end`,
            isRead: notifications.isRead,
            createdAt: notifications.createdAt,
          })
          .from(notifications)
          .leftJoin(actor, and(eq(actor.id, notifications.actorId), eq(actor.state, "approved")))
          .leftJoin(tracks, eq(tracks.id, notifications.trackId))
          .leftJoin(users, eq(users.id, tracks.userId))
          .leftJoin(playlists, eq(playlists.id, notifications.playlistId))
          .where(eq(notifications.userId, userId))
          .orderBy(asc(notifications.id)),
    }),
    digestEmail: exportedField({
      schema: z.object({ dueAt: z.date().describe("次に送る日時") }).nullable(),
      async read(userId) {
        const { dueAt } = digestEmails;
        const [row] = await db.select({ dueAt }).from(digestEmails).where(eq(digestEmails.userId, userId));
        return row ?? null;
      },
    }),
  },
};
