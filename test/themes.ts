import { randomUUID } from "node:crypto";
import { write } from "#db/client.ts";
import { themeExtractions, themes } from "#db/schema/index.ts";

/** Approved by default, with its own video. Returns its id. */
export async function addTheme(
  o: { status?: "pending" | "approved" | "rejected"; title?: string; content?: string } = {},
): Promise<number> {
  const now = new Date();
  const videoId = randomUUID();
  return write(async (tx) => {
    const [extraction] = await tx
      .insert(themeExtractions)
      .values({
        url: `https://www.youtube.com/watch?v=${videoId}`,
        platform: "youtube",
        videoId,
        title: "夜の動画",
        author: "夜野",
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: themeExtractions.id });
    const [theme] = await tx
      .insert(themes)
      .values({
        extractionId: extraction?.id ?? 0,
        title: o.title ?? "夜のラジオ",
        perspective: "夜にひとりで聴く声について",
        content: o.content ?? "夜のラジオには、昼とはちがう時間が流れています。",
        contentSha256: videoId,
        status: o.status ?? "approved",
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: themes.id });
    if (!theme) throw new Error("no theme");
    return theme.id;
  });
}
