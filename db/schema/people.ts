import { sql } from "drizzle-orm";
import { check, index, primaryKey, serial, table, timestamp, uniqueIndex } from "../columns.ts";
import { trackReference } from "./tracks.ts";
import { userReference } from "./users.ts";

export const follows = table(
  "follows",
  {
    id: serial(),
    followerId: userReference(),
    followingId: userReference(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("follows_pair_unique").on(t.followerId, t.followingId),
    index("follows_following_index").on(t.followingId, t.createdAt, t.id),
    index("follows_follower_index").on(t.followerId, t.createdAt, t.id),
    check("follows_not_oneself", sql`${t.followerId} <> ${t.followingId}`),
  ],
);

/** Who wants nothing of whom (app/features/blocks). */
export const memberBlocks = table(
  "member_blocks",
  {
    id: serial(),
    blockerId: userReference(),
    blockedId: userReference(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("member_blocks_pair_unique").on(t.blockerId, t.blockedId),
    index("member_blocks_newest_index").on(t.blockerId, t.createdAt, t.id),
    index("member_blocks_blocked_index").on(t.blockedId),
    check("member_blocks_not_oneself", sql`${t.blockerId} <> ${t.blockedId}`),
  ],
);

/** `tracks.like_count` equals these rows, by the functions that write them. */
export const likes = table(
  "likes",
  {
    userId: userReference(),
    trackId: trackReference(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.trackId] }),
    index("likes_newest_index").on(t.userId, t.createdAt, t.trackId),
    index("likes_track_index").on(t.trackId),
  ],
);
