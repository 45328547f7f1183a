import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, gt, isNotNull, isNull, or } from "drizzle-orm";
import type { TextKind } from "#app/engines/script/text-kind.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { requireEngine } from "#app/features/providers/server/provider-pause.server.ts";
import { doubleClicksSince, repeatsSince } from "#app/features/repeated-post.ts";
import { enqueueTask } from "#app/features/tasks/enqueue-task.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { type Db, primary, write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { taskLifetimes } from "../audio-task.ts";
import type { TaskFlow } from "../creation.ts";
import { requireDailyUsage } from "../limits/daily-usage.server.ts";
import { requireForm, requireLength, saveChoices, writesByRules } from "../narration/narration.server.ts";
import type { Narration } from "../narration/narration.ts";
import { checkTaskQuota, openTask, scripts } from "../tasks/server/creation-kinds.server.ts";

/**
 * Starts a script from text, or a revision of `originalScript` by `issues`; returns the task's id (with `dropsRepeat` that of
 * an equal one). Consumes no generation, but throws `LimitReached` if none is left; also `NotAuthenticated`, `Invalid`
 * (form, length), `Unavailable` (engine down), `Conflict` (too many open tasks).
 */
export async function startScript(options: {
  viewer: Pick<Viewer, "id" | "isPremium">;
  flow: TaskFlow;
  inputText: string;
  title?: string | undefined;
  revision?:
    | {
        originalScript: string;
        issues: string[];
        labels?: string[] | undefined;
        isTitleDerived?: boolean | undefined;
        textKind?: TextKind | null | undefined;
      }
    | undefined;
  speakingRate?: number | undefined;
  narration?: Narration | undefined;
  /** For the member's next creation. */
  isRemembered?: boolean;
  dropsRepeat?: boolean;
  /** Atomic with the task. */
  alongside?: (tx: Db, taskId: string) => Promise<void>;
}): Promise<string> {
  const { viewer, flow, inputText, title, revision, speakingRate, narration, isRemembered } = options;
  const { dropsRepeat = false } = options;
  if (narration && !revision) {
    requireLength(narration.length);
    const isByRules = narration.isByRules || writesByRules();
    await requireForm(narration.form, { inputText, ...(title ? { title } : {}) }, isByRules);
  }
  await requireDailyUsage(viewer);
  if (revision || !narration?.isByRules) await requireEngine("script", viewer.id);
  const now = new Date();
  const id = randomUUID();
  return write(async (tx) => {
    await lockMember(tx, viewer.id);
    const repeated = dropsRepeat ? await findRepeated(tx, { ...options, now }) : undefined;
    if (repeated) return repeated.id;
    const admitted = await checkTaskQuota(tx, { viewer, kind: "script" });
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
      textKind: revision?.textKind ?? null,
      ...(speakingRate ? { speakingRate } : {}),
      ...(narration ? { narration } : {}),
      createdAt: now,
      updatedAt: now,
      expiresAt: new Date(now.getTime() + taskLifetimes.scriptMs),
    });
    if (narration && isRemembered) await saveChoices(tx, viewer.id, narration, now);
    await enqueueTask(tx, scripts, { id, userId: viewer.id }, admitted);
    await options.alongside?.(tx, id);
    return id;
  });
}

/**
 * The running script of the same text, or revision of the same script; or a just finished one with the same title and choices.
 */
async function findRepeated(
  tx: Db,
  o: {
    viewer: { id: string };
    flow: TaskFlow;
    inputText: string;
    title?: string | undefined;
    revision?: { originalScript: string } | undefined;
    speakingRate?: number | undefined;
    narration?: Narration | undefined;
    now: Date;
  },
) {
  const { viewer, flow, inputText, title, revision, speakingRate, narration, now } = o;
  const { originalScript } = audioTasks;
  const found = await tx
    .select()
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, viewer.id),
        eq(audioTasks.kind, "script"),
        eq(audioTasks.flow, flow),
        eq(audioTasks.isDiscarded, false),
        eq(audioTasks.inputText, inputText),
        revision ? eq(originalScript, revision.originalScript) : isNull(originalScript),
        or(
          openTask,
          and(eq(audioTasks.state, "completed"), gt(audioTasks.createdAt, doubleClicksSince(now))),
        ),
      ),
    )
    .orderBy(desc(audioTasks.createdAt));
  const chosen: unknown = narration ? JSON.parse(JSON.stringify(narration)) : null;
  return found.find(
    (task) =>
      isOpen(task) ||
      revision !== undefined ||
      ((title ? task.title === title : task.isTitleDerived) &&
        (speakingRate === undefined || task.speakingRate === speakingRate) &&
        isDeepStrictEqual(task.narration, chosen)),
  );
}

/** Whether the script was just revised: then a repeated form has been answered. */
export async function isJustRevised(o: { viewer: { id: string }; scriptTaskId: string }): Promise<boolean> {
  const { viewer, scriptTaskId } = o;
  const [task] = await primary
    .select({ flow: audioTasks.flow, script: audioTasks.script })
    .from(audioTasks)
    .where(
      and(eq(audioTasks.id, scriptTaskId), eq(audioTasks.userId, viewer.id), isNotNull(audioTasks.script)),
    );
  if (!task) return false;
  const [revised] = await primary
    .select({ id: audioTasks.id })
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, viewer.id),
        eq(audioTasks.kind, "script"),
        eq(audioTasks.flow, task.flow),
        eq(audioTasks.state, "completed"),
        eq(audioTasks.isDiscarded, false),
        eq(audioTasks.originalScript, task.script ?? ""),
        gt(audioTasks.createdAt, repeatsSince(new Date())),
      ),
    )
    .limit(1);
  return revised !== undefined;
}
