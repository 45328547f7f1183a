import { randomInt, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import type { TextKind } from "#app/engines/script/text-kind.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { requireEngine } from "#app/features/providers/server/provider-pause.server.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { enqueueTask } from "#app/features/tasks/keep-tasks.server.ts";
import { lockTask } from "#app/features/tasks/task-life.server.ts";
import { type Db, primary, write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { taskLifetimes } from "../audio-task.ts";
import { creationFlows, type FlowId } from "../creation.ts";
import { consumeDailyUsage } from "../limits/daily-usage.server.ts";
import { requireVoices, saveChoices } from "../narration/narration.server.ts";
import type { Narration } from "../narration/narration.ts";
import { checkTaskQuota, openTask, previews, scripts } from "../tasks/server/creation-kinds.server.ts";

/**
 * Starts a task that produces the audio of a script, and consumes one daily generation in the same transaction.
 * Returns the id of the task. While a preview of the same script task is running, returns that one's id and consumes
 * nothing; with `dropsRepeat`, for forms that may be posted twice, also when it was just made with the same choices. Throws `LimitReached`, `NotAuthenticated`, `Invalid` for voices that can't be chosen, `Unavailable` while the service that speaks is out of order, and `Conflict` when the member has too many open tasks.
 */
export async function startPreview(options: {
  viewer: Viewer;
  flow: FlowId;
  script: string;
  title: string;
  inputText: string;
  speakingRate: number;
  /** How the text is told, with the voices; the defaults without it. */
  narration?: Narration | undefined;
  /** Whether the member's next creation begins with it. */
  isRemembered?: boolean;
  labels: string[];
  /** What its text is, which gives the mood. */
  textKind?: TextKind | null;
  factCheck: FactCheck | null;
  /** The task that wrote the script, where the caller knows it. */
  scriptTaskId?: string | undefined;
  dropsRepeat?: boolean;
}): Promise<string> {
  const { viewer, scriptTaskId, flow, script, title, inputText, speakingRate, labels, factCheck } = options;
  const { narration, isRemembered, dropsRepeat = false } = options;
  const now = new Date();
  const id = randomUUID();
  if (narration) await requireVoices(narration, script);
  await requireEngine("speech", viewer.id);
  return write(async (tx) => {
    await lockMember(tx, viewer.id);
    if (scriptTaskId) {
      // Of two concurrent submissions the second waits here, then finds the task of the first.
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
      if (running) return running.id;
      const spoken = dropsRepeat ? await findJustSpoken({ ...options, scriptTaskId, now }, tx) : undefined;
      if (spoken) return spoken.id;
    }
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
      previewFilename: previewFilename(flow, now),
      usageDay,
      createdAt: now,
      updatedAt: now,
      expiresAt: new Date(now.getTime() + taskLifetimes.scriptMs),
    });
    if (narration && isRemembered) await saveChoices(tx, viewer.id, narration, now);
    await enqueueTask(tx, previews, { id, userId: viewer.id }, admitted);
    return id;
  });
}

/** The preview of a script that was made with these choices within ten minutes, and is still there unpublished. */
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

/** `preview_{epoch ms}_{random}.mp3` with the prefix of the flow. */
function previewFilename(flow: FlowId, now: Date): string {
  const random = randomInt(2 ** 40)
    .toString(36)
    .padStart(8, "0");
  return `${creationFlows[flow].filenamePrefix}preview_${now.getTime()}_${random}.mp3`;
}
