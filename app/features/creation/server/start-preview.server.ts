import { randomInt, randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { keepAccount } from "#app/features/accounts/server/keep-account.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { enqueue } from "#jobs/queue.ts";
import { lifetimes } from "../audio-task.ts";
import type { FactCheck } from "../fact-check.ts";
import { takeDailyUse } from "./daily-use.server.ts";
import { holdTask } from "./hold-task.server.ts";
import { openTask } from "./open-task.server.ts";

/**
 * Starts speaking a script and takes one daily use in the same transaction. Returns the id of the task. A script
 * task that is being spoken already is not spoken twice: its running task is returned and nothing is taken.
 * Throws `LimitReached`, `NotAuthenticated`.
 */
export async function startPreview(options: {
  viewer: Viewer;
  flow: "v1" | "v2";
  script: string;
  title: string;
  inputText: string;
  speakingRate: number;
  labels: string[];
  factCheck: FactCheck | null;
  /** The script task it comes from, where the caller knows it. */
  scriptTaskId?: string | undefined;
}): Promise<string> {
  const { viewer, scriptTaskId, flow, script, title, inputText, speakingRate, labels, factCheck } = options;
  const now = new Date();
  const id = randomUUID();
  return write(async (tx) => {
    await keepAccount(tx, viewer.id);
    if (scriptTaskId) {
      // A form sent twice at once: the second waits here, then finds the first's task.
      await holdTask(tx, eq(audioTasks.id, scriptTaskId));
      const [running] = await tx
        .select({ id: audioTasks.id })
        .from(audioTasks)
        .where(
          and(
            eq(audioTasks.userId, viewer.id),
            eq(audioTasks.kind, "preview"),
            eq(audioTasks.scriptTaskId, scriptTaskId),
            openTask,
          ),
        );
      if (running) return running.id;
    }
    const usageDay = await takeDailyUse(tx, viewer, now);
    await tx.insert(audioTasks).values({
      id,
      userId: viewer.id,
      kind: "preview",
      flow,
      script,
      title,
      inputText,
      speakingRate,
      labels,
      factCheck,
      scriptTaskId: scriptTaskId ?? null,
      previewFilename: previewFilename(flow, now),
      usageDay,
      createdAt: now,
      updatedAt: now,
      expiresAt: new Date(now.getTime() + lifetimes.scriptMs),
    });
    await enqueue(tx, { name: "produce-preview", payload: { taskId: id }, key: id });
    return id;
  });
}

/** `preview_{digits}_{random}.mp3`, in the v2 flow with `v2_` in front (spec 3 §3). */
function previewFilename(flow: "v1" | "v2", now: Date): string {
  const random = randomInt(2 ** 40)
    .toString(36)
    .padStart(8, "0");
  return `${flow === "v2" ? "v2_" : ""}preview_${now.getTime()}_${random}.mp3`;
}
