import { and, eq, gt, inArray, type SQL } from "drizzle-orm";
import { repeatsSince } from "#app/features/repeated-post.ts";
import type { Db } from "#db/client.ts";
import { generationTasks } from "#db/schema/index.ts";

/** The task about the same that was started within ten minutes and has not failed: a form that asks for it was posted twice. */
export async function findJustStarted(
  tx: Db,
  o: { about: SQL | undefined; speakingRate: number },
): Promise<{ taskId: string } | undefined> {
  const [found] = await tx
    .select({ taskId: generationTasks.id })
    .from(generationTasks)
    .where(
      and(
        o.about,
        eq(generationTasks.speakingRate, o.speakingRate),
        inArray(generationTasks.state, ["queued", "processing", "completed"]),
        gt(generationTasks.createdAt, repeatsSince(new Date())),
      ),
    )
    .limit(1);
  return found;
}
