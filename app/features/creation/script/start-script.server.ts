import { randomUUID } from "node:crypto";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { requireEngine } from "#app/features/engines/server/engine-pause.server.ts";
import { write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { enqueue } from "#jobs/queue.ts";
import { requireDailyUsage } from "../limits/daily-usage.server.ts";
import { requireLength, saveChoices } from "../presentation/presentation.server.ts";
import type { Presentation } from "../presentation/presentation.ts";
import { taskLifetimes } from "../tasks/audio-task.ts";
import { admitTask } from "../tasks/server/admit-task.server.ts";

/**
 * Starts a task that writes a script from the member's text, or revises `originalScript` by the fact check's `issues`.
 * Returns the id of the task. Consumes no daily generation, but throws `LimitReached` when none is left; also throws
 * `NotAuthenticated`, `Invalid` for a length that the engine can't write, `Unavailable` while the script engine is broken, and `Conflict` when the member has too many open tasks.
 */
export async function startScript(options: {
  viewer: Viewer;
  flow: "v1" | "v2";
  inputText: string;
  title?: string | undefined;
  revision?:
    | {
        originalScript: string;
        issues: string[];
        labels?: string[] | undefined;
        isTitleDerived?: boolean | undefined;
      }
    | undefined;
  speakingRate?: number | undefined;
  /** How the text is told; the defaults without it. */
  presentation?: Presentation | undefined;
  /** Whether the member's next creation begins with it. */
  isRemembered?: boolean;
}): Promise<string> {
  const { viewer, flow, inputText, title, revision, speakingRate, presentation, isRemembered } = options;
  if (presentation) requireLength(presentation.length);
  await requireDailyUsage(viewer);
  await requireEngine("script", viewer.id);
  const now = new Date();
  const id = randomUUID();
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    const priority = await admitTask(tx, { viewer, kind: "script" });
    await tx.insert(audioTasks).values({
      id,
      userId: viewer.id,
      kind: "script",
      flow,
      inputText,
      title: title ?? "",
      isTitleDerived: revision?.isTitleDerived ?? false,
      originalScript: revision?.originalScript ?? null,
      issues: revision?.issues ?? null,
      labels: revision?.labels ?? null,
      ...(speakingRate ? { speakingRate } : {}),
      ...(presentation ? { presentation } : {}),
      createdAt: now,
      updatedAt: now,
      expiresAt: new Date(now.getTime() + taskLifetimes.scriptMs),
    });
    if (presentation && isRemembered) await saveChoices(tx, viewer.id, presentation, now);
    await enqueue(tx, { name: "write-script", payload: { taskId: id }, key: id, priority });
  });
  return id;
}
