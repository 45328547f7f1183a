import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { enqueueTask } from "#app/features/tasks/keep-tasks.server.ts";
import type { Db } from "#db/client.ts";
import { generationTasks } from "#db/schema/index.ts";
import { generations } from "./generation-kind.server.ts";

/**
 * Adds a task with its job and its row of the audit log. While another task with the same key is open, which a unique index
 * decides, it adds nothing and returns that one's id.
 */
export async function insertGenerationTask(
  tx: Db,
  options: {
    actor: Actor;
    activeKey: string;
    about: { kind: "theme"; themeId: number } | { kind: "text"; inputText: string };
    speakingRate: number;
  },
): Promise<{ taskId: string; isNew: boolean }> {
  const { actor, activeKey, about, speakingRate } = options;
  const id = randomUUID();
  const now = new Date();
  const [added] = await tx
    .insert(generationTasks)
    .values({
      id,
      ...about,
      activeKey,
      speakingRate,
      stageLog: [{ stage: "initialization", at: now.getTime(), progress: 0 }],
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: generationTasks.id });
  if (!added) {
    const [open] = await tx
      .select({ id: generationTasks.id })
      .from(generationTasks)
      .where(and(eq(generationTasks.activeKey, activeKey), generations.open));
    // It ended between the two statements: the next attempt finds the key free.
    if (!open) return insertGenerationTask(tx, options);
    return { taskId: open.id, isNew: false };
  }
  await enqueueTask(tx, generations, { id, userId: null });
  await recordAudit(tx, {
    actor,
    action: "task.start",
    target: { type: "task", id },
    after: { kind: about.kind, speakingRate, ...(about.kind === "theme" ? { themeId: about.themeId } : {}) },
  });
  return { taskId: id, isNew: true };
}
