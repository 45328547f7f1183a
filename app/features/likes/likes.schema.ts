import { z } from "zod";

/** Whether a member likes a track, and how many members do. */
export const likeStateReply = z
  .object({ isLiked: z.boolean(), likeCount: z.int() })
  .meta({ id: "LikeState", description: "いいねの状態と総数です。" });

export const likedReply = z.object({ isLiked: z.boolean() });
