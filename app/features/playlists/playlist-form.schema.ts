import { z } from "zod";

/** The forms of a playlist's page. */
export const playlistFormSchema = z.object({
  intent: z.enum(["follow", "unfollow"], { error: "操作を読み取れませんでした" }),
});
