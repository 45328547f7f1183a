import { and, asc, eq } from "drizzle-orm";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { agreements } from "#app/features/creation/creation.ts";
import { publishPlanned } from "#app/features/creation/drafts/server/publish-planned.server.ts";
import { completePreview, completeScript } from "#app/features/creation/tasks/server/complete-task.server.ts";
import { openTask, previews } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { nextSlot } from "#app/features/series/cadence.ts";
import type { NewSeries } from "#app/features/series/series.schema.ts";
import { advanceSeries } from "#app/features/series/server/advance-series.server.ts";
import { planSeries, startSeries } from "#app/features/series/server/start-series.server.ts";
import { saveSource } from "#app/features/sources/server/sources.server.ts";
import { audioKey } from "#app/features/storage/server/audio-storage.server.ts";
import { claimTask } from "#app/features/tasks/task-life.server.ts";
import { db } from "#db/client.ts";
import { audioTasks, tracks } from "#db/schema/index.ts";

export const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

export const everyDay = [0, 1, 2, 3, 4, 5, 6];
/** In Tokyo. A series that began in the hour before its slot would be late with the first episode. */
export const nextMidnight = () => nextSlot({ days: everyDay, hour: 0 }, new Date());

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

/** In ms, of the speech of an episode. */
type DurationOf = (title: string) => number;

/** Does what workers do: all that is open of the viewer's. Returns how many tasks that was. */
export async function workOn(viewer: { id: string }, durationOf: DurationOf = () => 1000): Promise<number> {
  const open = await db
    .select()
    .from(audioTasks)
    .where(and(eq(audioTasks.userId, viewer.id), openTask));
  for (const { id, kind, title } of open) {
    await claimTask(previews, id);
    const factCheck = { status: "verified" as const, confidence: 90, summary: "", issues: [], claims: [] };
    const script = "A: 夜の話です。";
    if (kind === "script") await completeScript(id, { title, script, labels: ["科学"], factCheck });
    else {
      const files = [{ kbps: 64, storageKey: audioKey(id, 64), bytes: 1, sha256: "0".repeat(64) }];
      const cues = [{ speaker: "A" as const, text: "夜の話です。", startMs: 0, endMs: 900 }];
      await completePreview(id, { durationMs: durationOf(title), files, cues });
    }
  }
  return open.length;
}

/** Goes on until nothing more is begun. */
export async function runUntilIdle(
  viewer: { id: string },
  { now = new Date(), durationOf }: { now?: Date | undefined; durationOf?: DurationOf } = {},
): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await advanceSeries({ now });
    if ((await workOn(viewer, durationOf)) > 0) continue;
    await publishPlanned(now);
    await advanceSeries({ now });
    if ((await workOn(viewer, durationOf)) === 0) return;
  }
}

/** In the order in which they were published. */
export async function publishedTitles(viewer: { id: string }): Promise<string[]> {
  const rows = await db
    .select({ title: tracks.title })
    .from(tracks)
    .where(eq(tracks.userId, viewer.id))
    .orderBy(asc(tracks.id));
  return rows.map(({ title }) => title);
}
