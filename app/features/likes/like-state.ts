import type { z } from "zod";
import type { likeStateReply } from "./likes.schema.ts";

/** Whether a member likes a track, and how many members do. */
export type LikeState = z.infer<typeof likeStateReply>;
