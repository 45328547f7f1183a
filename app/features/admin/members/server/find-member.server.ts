import { count, eq, sql } from "drizzle-orm";
import { getDailyUsage } from "#app/features/creation/limits/daily-usage.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { db, primary } from "#db/client.ts";
import { likes, listeningHistory, memberBlocks, playlists, tracks, users } from "#db/schema/index.ts";
import { memberMessages } from "../admin-members.ts";
import { type MemberRow, selectMembers } from "./list-members.server.ts";

/** Of the member's tracks the newest count. */
const maxSummedTracks = 10_000;

/** Throws `NotFound`. */
export async function findMemberRow({ userId }: { userId: string }): Promise<MemberRow> {
  const [member] = await selectMembers([userId], new Date());
  if (!member) throw new NotFound(memberMessages.notFound);
  return member;
}

/** Throws `NotFound`. */
export async function findMember({ userId, now = new Date() }: { userId: string; now?: Date }) {
  const [row] = await primary.select().from(users).where(eq(users.id, userId));
  if (!row) throw new NotFound(memberMessages.notFound);
  const [member] = await selectMembers([userId], now);
  if (!member) throw new NotFound(memberMessages.notFound);
  const [inviter] = row.invitedById
    ? await primary
        .select({ id: users.id, name: users.name })
        .from(users)
        .where(eq(users.id, row.invitedById))
    : [];
  const { xHandle, provider, invitedWith, stripeCustomerId, premiumGrantedUntil } = row;
  return {
    ...member,
    xHandle,
    provider,
    /** Null when the inviter's account was deleted, or the invitation was an official one. */
    invitedBy: inviter ?? null,
    hasInvitation: invitedWith !== null,
    stripeCustomerId,
    grantedUntil: premiumGrantedUntil && premiumGrantedUntil > now ? premiumGrantedUntil : null,
    statistics: {
      ...(await countActivity(row, member.isPremium)),
      totalPremiumMonths: member.totalPremiumMonths,
    },
  };
}

async function countActivity(row: typeof users.$inferSelect, isPremium: boolean) {
  const { id: userId, followerCount, followingCount } = row;
  const newest = db
    .select({ playCount: tracks.playCount, likeCount: tracks.likeCount })
    .from(tracks)
    .where(eq(tracks.userId, userId))
    .orderBy(sql`${tracks.uploadedAt} desc`, sql`${tracks.id} desc`)
    .limit(maxSummedTracks)
    .as("newest");
  const [received, trackCount, likesGiven, playlistCount, blockedByCount, invitedCount, tracksHeard, usage] =
    await Promise.all([
      db
        .select({
          tracks: count(),
          plays: sql<number>`coalesce(sum(${newest.playCount}), 0)`.mapWith(Number),
          likes: sql<number>`coalesce(sum(${newest.likeCount}), 0)`.mapWith(Number),
        })
        .from(newest),
      db.$count(tracks, eq(tracks.userId, userId)),
      db.$count(likes, eq(likes.userId, userId)),
      db.$count(playlists, eq(playlists.userId, userId)),
      db.$count(memberBlocks, eq(memberBlocks.blockedId, userId)),
      db.$count(users, eq(users.invitedById, userId)),
      db.$count(listeningHistory, eq(listeningHistory.userId, userId)),
      getDailyUsage({ id: userId, isPremium }),
    ]);
  return {
    trackCount,
    playsReceived: received[0]?.plays ?? 0,
    likesReceived: received[0]?.likes ?? 0,
    likesGiven,
    playlistCount,
    followerCount,
    followingCount,
    blockedByCount,
    invitedCount,
    tracksHeard,
    todaysUses: usage.currentCount,
  };
}
