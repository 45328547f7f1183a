import type { Viewer } from "#app/features/accounts/viewer.ts";
import { agreements } from "#app/features/creation/creation.ts";
import type { NewSeries } from "#app/features/series/series.schema.ts";
import { planSeries, startSeries } from "#app/features/series/server/start-series.server.ts";
import { saveSource } from "#app/features/sources/server/sources.server.ts";

export const chapters = ["波", "風", "星"];

/** Begins 「夜の本」, an episode for each heading, published one after the other. Returns the series' id. */
export async function beginSeries(
  viewer: Viewer,
  o: Partial<NewSeries> & { now?: Date; headings?: readonly string[] } = {},
): Promise<number> {
  const { now = new Date(), headings = chapters, ...form } = o;
  const blocks = headings.flatMap((text) => [
    { kind: "heading" as const, level: 1, text },
    { kind: "paragraph" as const, text: `${text}の話です。`.repeat(30) },
  ]);
  const source = { kind: "markdown" as const, title: "夜の本", blocks, omitted: [], isTruncated: false };
  const sourceId = await saveSource({ viewer, flow: "v2", source, name: "夜.md" });
  const { version } = await planSeries({ viewer, sourceId, division: "chapters" });
  return startSeries({
    ...{ viewer, sourceId, now },
    form: {
      ...{ by: "chapters", version, title: "夜の本", category: "文化・芸術", form: "reading" },
      ...{ when: "now", days: [], hour: 7, agreedToTerms: agreements.map(() => "on") },
      ...form,
    },
  });
}
