import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import { Conflict } from "#app/features/domain-error.ts";
import { audioStorage, folderOfTask } from "#app/features/storage/server/audio-storage.server.ts";
import type { TaskEnd, TaskKind } from "#app/features/tasks/task-kind.server.ts";
import { jobPriorities } from "#app/queue/queue.ts";
import { type Db, write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import {
  type AudioTask,
  audioFailureMessage,
  maxOpenTasks,
  noRevision,
  revisionFailureMessage,
  taskLifetimes,
} from "../../audio-task.ts";
import { refundDailyUsage } from "../../limits/daily-usage.server.ts";
import { removeSpeech } from "../../server/speech-cache.server.ts";
import { countFailure } from "./count-generation.server.ts";

type CreationKind = TaskKind<typeof audioTasks>;

/** Not ended. Literals, so that both databases use `audio_tasks_open_index`. */
export const openTask = sql`${audioTasks.state} in ('queued', 'processing', 'script_generation', 'audio_generation')`;

/** Ends a change without a result: the preview is as before. Failed changes, and those that no worker began, don't count. */
function endRevision(task: AudioTask, end: TaskEnd): Partial<AudioTask> {
  const { next, ...revision } = task.revision ?? noRevision;
  const isGivenBack = !next?.isUndo && (end.as === "failed" || task.startedAt === null);
  return {
    state: "completed",
    stage: "completed",
    progress: 100,
    revision: { ...revision, spoken: revision.spoken - (isGivenBack ? 1 : 0) },
    expiresAt: new Date(Date.now() + taskLifetimes.previewMs),
  };
}

const creation = {
  table: audioTasks,
  open: openTask,
  owner: audioTasks.userId,
  priority: jobPriorities.member,
  maxAttempts: 5,
  findMember: async (_on, { userId }) => userId,
  crashMessage: "処理を完了できませんでした。内容を変えてもう一度お試しください。",
  /**
   * A failure refunds the daily usage, a cancellation only before a worker begins: otherwise starting and cancelling would be
   * free without end. A change (`endRevision`) does not touch it.
   */
  async end(tx, task, end) {
    if (task.revision?.next) return endRevision(task, end);
    const { usageDay, userId } = task;
    const refunds = usageDay !== null && (end.as === "failed" || task.startedAt === null);
    if (refunds) await refundDailyUsage(tx, { userId, day: usageDay });
    if (end.as === "failed") await countFailure(tx, task);
    return refunds ? { usageDay: null } : undefined;
  },
  retention: {
    isOver: (now) => lte(audioTasks.expiresAt, now),
    async clear(taskId, condition) {
      // Discards first, so that it can't be published; the result says if it was.
      const [task] = await write((tx) =>
        tx
          .update(audioTasks)
          .set({ isDiscarded: true })
          .where(and(eq(audioTasks.id, taskId), condition))
          .returning({
            trackId: audioTasks.trackId,
            userId: audioTasks.userId,
            preview: audioTasks.preview,
          }),
      );
      // A published task's files are its track's.
      if (task?.trackId === null) {
        for await (const key of audioStorage().list(folderOfTask(taskId))) await audioStorage().remove(key);
        await removeSpeech(task.userId, task.preview?.speech);
      }
      return task !== undefined;
    },
  },
} satisfies Partial<CreationKind>;

const scriptFailureMessage = "台本の生成に失敗しました";

export const scripts: CreationKind = {
  ...creation,
  name: "script",
  queue: "write-script",
  carried: sql`${audioTasks.kind} = 'script'`,
  failureMessage: scriptFailureMessage,
  begin: () => ({ stage: "script_generation" }),
  async end(tx, task, end) {
    const changes = await creation.end(tx, task, end);
    const isUnexplained = task.originalScript !== null && end.error === scriptFailureMessage;
    return isUnexplained ? { ...changes, error: revisionFailureMessage } : changes;
  },
};

const preview = {
  ...creation,
  queue: "produce-preview",
  failureMessage: audioFailureMessage,
  begin: () => ({ stage: "audio_generation" }),
} satisfies Partial<CreationKind>;

export const previews: CreationKind = {
  ...preview,
  name: "preview",
  carried: sql`${audioTasks.kind} = 'preview' and ${audioTasks.flow} <> 'seed'`,
};

const { owner: _, ...ofNobody } = preview;

/** Of the official account: members' tasks go first. */
export const officialPreviews: CreationKind = {
  ...ofNobody,
  name: "official-preview",
  priority: jobPriorities.official,
  carried: sql`${audioTasks.kind} = 'preview' and ${audioTasks.flow} = 'seed'`,
};

export function kindOf({ kind, flow }: Pick<AudioTask, "kind" | "flow">): CreationKind {
  if (kind === "script") return scripts;
  return flow === "seed" ? officialPreviews : previews;
}

/**
 * The scripts of a preview: all of its creation page up to it, so that the page begins anew, or an episode's one. A later script
 * is another track's, on which its author may be at work while an older draft is published.
 */
export function scriptsOf({ userId, flow, scriptTaskId, createdAt }: AudioTask): SQL | undefined {
  const ofFlow =
    flow === "series"
      ? eq(audioTasks.id, scriptTaskId ?? "")
      : and(eq(audioTasks.flow, flow), lte(audioTasks.createdAt, createdAt));
  return and(eq(audioTasks.userId, userId), eq(audioTasks.kind, "script"), ofFlow);
}

/** Needs `lockMember` in `tx`. Returns the number of open tasks of this kind. Throws `Conflict` if too many are open. */
export async function checkTaskQuota(
  tx: Db,
  { viewer, kind }: { viewer: { id: string }; kind: AudioTask["kind"] },
): Promise<{ earlier: number }> {
  const open = await tx
    .select({ kind: audioTasks.kind })
    .from(audioTasks)
    .where(and(eq(audioTasks.userId, viewer.id), openTask));
  if (open.length >= maxOpenTasks) {
    throw new Conflict(`進行中の作業が${maxOpenTasks}つあります。終わってから、もう一度お試しください。`);
  }
  return { earlier: open.filter((task) => task.kind === kind).length };
}
