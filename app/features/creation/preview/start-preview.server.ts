import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import type { TextKind } from "#app/engines/script/text-kind.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { requireEngine } from "#app/features/providers/server/provider-pause.server.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { enqueueTask } from "#app/features/tasks/enqueue-task.server.ts";
import { lockTask } from "#app/features/tasks/task-life.server.ts";
import { type Db, primary, write } from "#db/client.ts";
import { audioTasks, type StoredMaking } from "#db/schema/index.ts";
import { taskLifetimes } from "../audio-task.ts";
import { creationFlows, type TaskFlow } from "../creation.ts";
import { consumeDailyUsage } from "../limits/daily-usage.server.ts";
import { requireVoices, saveChoices } from "../narration/narration.server.ts";
import type { Narration } from "../narration/narration.ts";
import { checkTaskQuota, openTask, previews, scripts } from "../tasks/server/creation-kinds.server.ts";
import { createPreviewId } from "./create-preview-id.server.ts";

/**
 * Starts speaking a script and consumes a daily generation in one transaction; returns the task's id. If a preview of the
 * script task is running (with `dropsRepeat` also if just made with the same choices), returns that one and consumes nothing.
 * Throws `LimitReached`, `NotAuthenticated`, `Invalid` (voices), `Unavailable` (speech service down), `Conflict` (too many open
 * tasks).
 */
export async function startPreview(options: {
  viewer: Pick<Viewer, "id" | "isPremium">;
  flow: TaskFlow;
  script: string;
  title: string;
  inputText: string;
  speakingRate: number;
  narration?: Narration | undefined;
  /** For the member's next creation. */
  isRemembered?: boolean;
  labels: string[];
  textKind?: TextKind | null;
  factCheck: FactCheck | null;
  /** The one that wrote the script, if known. */
  scriptTaskId?: string | undefined;
  dropsRepeat?: boolean;
  /** Atomic with the task, or with the running one. */
  alongside?: (tx: Db, taskId: string) => Promise<void>;
}): Promise<string> {
  const { viewer, scriptTaskId, flow, script, title, inputText, speakingRate, labels, factCheck } = options;
  const { narration, isRemembered, dropsRepeat = false } = options;
  const now = new Date();
  if (narration) await requireVoices(narration, script);
  await requireEngine("speech", viewer.id);
  const id = await createPreviewId({ userId: viewer.id, labels });
  return write(async (tx) => {
    await lockMember(tx, viewer.id);
    if (scriptTaskId) {
      // Of two concurrent submissions the second waits, then finds the first's task.
      await lockTask(tx, scripts, scriptTaskId);
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
      if (running) {
        await options.alongside?.(tx, running.id);
        return running.id;
      }
      const spoken = dropsRepeat ? await findJustSpoken({ ...options, scriptTaskId, now }, tx) : undefined;
      if (spoken) return spoken.id;
    }
    const making = await findMaking(tx, options);
    const admitted = await checkTaskQuota(tx, { viewer, kind: "preview" });
    const usageDay = await consumeDailyUsage(tx, viewer, now);
    await tx.insert(audioTasks).values({
      id,
      userId: viewer.id,
      kind: "preview",
      flow,
      script,
      title,
      inputText,
      speakingRate,
      ...(narration ? { narration } : {}),
      labels,
      textKind: options.textKind ?? null,
      factCheck,
      scriptTaskId: scriptTaskId ?? null,
      making,
      previewFilename: previewFilename(flow, now),
      usageDay,
      createdAt: now,
      updatedAt: now,
      expiresAt: new Date(now.getTime() + taskLifetimes.scriptMs),
    });
    if (narration && isRemembered) await saveChoices(tx, viewer.id, narration, now);
    await enqueueTask(tx, previews, { id, userId: viewer.id }, admitted);
    await options.alongside?.(tx, id);
    return id;
  });
}

/**
 * Who wrote and checked a script: by task, else by the member's script of the same words. Null if unrecorded or brought along.
 */
async function findMaking(
  tx: Db,
  o: { viewer: { id: string }; scriptTaskId?: string | undefined; script: string },
): Promise<StoredMaking | null> {
  const [task] = await tx
    .select({ making: audioTasks.making })
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, o.viewer.id),
        eq(audioTasks.kind, "script"),
        o.scriptTaskId ? eq(audioTasks.id, o.scriptTaskId) : eq(audioTasks.script, o.script),
      ),
    )
    .orderBy(desc(audioTasks.createdAt))
    .limit(1);
  return task?.making ?? null;
}

/** Made within ten minutes with these choices, unpublished. */
export async function findJustSpoken(
  o: {
    viewer: { id: string };
    scriptTaskId: string;
    speakingRate: number;
    narration?: Narration | undefined;
    now?: Date;
  },
  tx: Db = primary,
): Promise<{ id: string } | undefined> {
  const { viewer, scriptTaskId, speakingRate, narration, now = new Date() } = o;
  const made = await tx
    .select()
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, viewer.id),
        eq(audioTasks.kind, "preview"),
        eq(audioTasks.scriptTaskId, scriptTaskId),
        eq(audioTasks.state, "completed"),
        eq(audioTasks.isDiscarded, false),
        isNull(audioTasks.publishAt),
        gt(audioTasks.createdAt, repeatsSince(now)),
      ),
    );
  const chosen: unknown = narration ? JSON.parse(JSON.stringify(narration)) : null;
  return made.find(
    (task) =>
      task.trackId === null &&
      task.preview !== null &&
      task.speakingRate === speakingRate &&
      isDeepStrictEqual(task.narration, chosen),
  );
}

/** `preview_{epoch ms}_{random}.mp3` with the flow's prefix. */
function previewFilename(flow: TaskFlow, now: Date): string {
  const random = randomInt(2 ** 40)
    .toString(36)
    .padStart(8, "0");
  const prefix = flow === "series" ? "series_" : creationFlows[flow].filenamePrefix;
  return `${prefix}preview_${now.getTime()}_${random}.mp3`;
}
