import { z } from "zod";

const maxTracksPerCheck = 1000;

export const checkDownloadsBody = z.object({
  trackIds: z
    .array(
      z
        .int()
        .min(1)
        .max(2 ** 31 - 1),
    )
    .max(maxTracksPerCheck, "一度に確認できるのは1,000件までです"),
});

export const checkDownloadsReply = z
  .object({
    validUntil: z.date().nullable().describe("保存した音声を再生できる期限。プレミアム会員でなければnull"),
    available: z.array(z.int()).describe("いまも聴ける音声のid"),
  })
  .meta({ id: "KeptAudio", description: "端末に保存した音声の、いまの扱いです。" });
