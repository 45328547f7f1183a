import { and, asc, eq, gt, sql } from "drizzle-orm";
import { visibleTo } from "#app/features/tracks/server/visible-to.server.ts";
import { db } from "#db/client.ts";
import {
  contactMessages,
  emails,
  notifications,
  playlists,
  pushDeliveries,
  pushSubscriptions,
  trackReports,
  tracks,
  users,
} from "#db/schema/index.ts";

/** What the member was told, and what the member has told the house, as `exportAccount` gives it. */
export async function messagesOf(userId: string) {
  return {
    notifications: await db
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
    pushSubscriptions: await pushSubscriptionsOf(userId),
    contactMessages: await db
      .select({
        name: contactMessages.name,
        email: contactMessages.email,
        subject: contactMessages.subject,
        message: contactMessages.message,
        createdAt: contactMessages.createdAt,
        handledAt: contactMessages.handledAt,
      })
      .from(contactMessages)
      .where(eq(contactMessages.userId, userId))
      .orderBy(asc(contactMessages.id)),
    trackReports: await db
      .select({
        trackId: trackReports.trackId,
        title: sql<string | null>`case when ${visibleTo({ id: userId })} then ${tracks.title} end`,
        reason: trackReports.reason,
        comment: trackReports.comment,
        createdAt: trackReports.createdAt,
      })
      .from(trackReports)
      .innerJoin(tracks, eq(tracks.id, trackReports.trackId))
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(eq(trackReports.userId, userId))
      .orderBy(asc(trackReports.id)),
    emails: await db
      .select({
        to: emails.to,
        template: emails.template,
        values: emails.values,
        createdAt: emails.createdAt,
      })
      .from(emails)
      .where(eq(emails.userId, userId))
      .orderBy(asc(emails.createdAt)),
  };
}

/** The browsers that get push messages, each with how many are on their way to it. */
async function pushSubscriptionsOf(userId: string) {
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.createdAt));
  const described = [];
  for (const { id, endpoint, createdAt } of rows) {
    const isWaiting = gt(pushDeliveries.version, pushDeliveries.sentVersion);
    const waiting = await db.$count(pushDeliveries, and(eq(pushDeliveries.subscriptionId, id), isWaiting));
    described.push({ service: new URL(endpoint).host, waiting, createdAt });
  }
  return described;
}
