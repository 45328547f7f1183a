import { z } from "zod";
import { playSources } from "./listening.ts";

const invalidSession = "sessionIdが正しくありません";

/** `sessionId`: a random id that the device chooses for its visit. */
export const countSchema = z.object({
  sessionId: z
    .string(invalidSession)
    .regex(/^[\w-]{8,64}$/, invalidSession)
    .optional()
    .describe("端末がその訪問につけた、でたらめな名前"),
});

export const playSchema = countSchema.extend({
  from: z
    .enum(playSources, { error: "fromが正しくありません" })
    .default("site")
    .describe("どこから聴かれたか。数だけが、投稿した本人の「反響」に出ます"),
});

/** `position` in seconds. */
export const listeningSchema = z.object({
  trackId: z
    .number({ error: "trackIdを指定してください" })
    .int("trackIdが正しくありません")
    .min(1, "trackIdが正しくありません")
    .max(2 ** 31 - 1, "trackIdが正しくありません"),
  position: z
    .number({ error: "positionは秒数で指定してください" })
    .min(0, "positionは0以上で指定してください")
    .max(2 ** 31, "positionが大きすぎます")
    .default(0)
    .describe("聴いた位置（秒）"),
});
