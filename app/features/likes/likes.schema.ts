import { z } from "zod";

/** What the like endpoints return. */
export const likeStateReply = z
  .object({ isLiked: z.boolean(), likeCount: z.int() })
  .meta({ id: "LikeState", description: "いいねの状態と総数です。" });

/** Whether a member likes a track, and how many members do. */
export type LikeState = z.infer<typeof likeStateReply>;

/** Whether a member likes a track. */
export const likedReply = z.object({ isLiked: z.boolean() });
