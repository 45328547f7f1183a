import { and, desc, eq } from "drizzle-orm";
import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { primary } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";

/**
 * The stored check of this very script of the viewer, else null. Never a client's: listeners would see verdicts that nobody
 * reached.
 */
export async function findFactCheck(options: {
  viewer: { id: string };
  script: string;
}): Promise<FactCheck | null> {
  const [written] = await primary
    .select({ factCheck: audioTasks.factCheck })
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, options.viewer.id),
        eq(audioTasks.kind, "script"),
        eq(audioTasks.script, options.script),
      ),
    )
    .orderBy(desc(audioTasks.createdAt))
    .limit(1);
  return fromStoredFactCheck(written?.factCheck ?? null);
}
