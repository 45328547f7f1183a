import { z } from "zod";

const wrongSession = "sessionIdが正しくありません";

/** Body of a count; the device names its visit at random (spec 1 §3, "per-session id"). */
export const countSchema = z.object({
  sessionId: z
    .string(wrongSession)
    .regex(/^[\w-]{8,64}$/, wrongSession)
    .optional()
    .describe("端末がその訪問につけた、でたらめな名前"),
});

/** Body of `POST /api/listening-history`; `position` in seconds. */
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
