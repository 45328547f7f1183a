import { and, asc, eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { primary } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { AudioTask } from "../../audio-task.ts";
import { creationFlows } from "../../creation.ts";
import { findCreationState } from "../../server/load-creation-page.server.ts";
import { type Draft, type OpenWork, problemMessages } from "../drafts.ts";
import { dayAndHourOf } from "../publish-time.ts";
import { unpublishedPreviews } from "./plan-publication.server.ts";

function toDraft(task: AudioTask): Draft {
  const { id, publishAt, publishProblem, previewFilename } = task;
  return {
    taskId: id,
    previewFilename: previewFilename ?? "",
    previewUrl: `/api/stream/${previewFilename}`,
    title: task.title,
    labels: task.labels ?? [],
    duration: (task.preview?.durationMs ?? 0) / 1000,
    planned: publishAt && {
      ...dayAndHourOf(publishAt),
      text: formatDateTime(publishAt),
      problem: publishProblem && problemMessages[publishProblem],
    },
    keptUntil: formatDateTime(task.expiresAt),
  };
}

/** Planned tracks by time, other finished previews, and unfinished work. */
export async function findDrafts(options: {
  viewer: { id: string };
  now?: Date;
}): Promise<{ planned: Draft[]; finished: Draft[]; open: OpenWork[] }> {
  const { viewer, now = new Date() } = options;
  const tasks = await primary
    .select()
    .from(audioTasks)
    .where(unpublishedPreviews(viewer.id, now))
    .orderBy(asc(audioTasks.createdAt));
  const byTime = tasks
    .flatMap((task) => (task.publishAt ? [{ task, at: task.publishAt.getTime() }] : []))
    .sort((a, b) => a.at - b.at);
  const open = await Promise.all(
    Object.values(creationFlows).map(async ({ flow, path }): Promise<OpenWork[]> => {
      const { running, draft, step } = await findCreationState({ viewer, flow });
      if (running) {
        const state = running.kind === "script" ? "台本を書いています" : "音声を作っています";
        return [{ path, title: draft?.title ?? "", state }];
      }
      return step === "script-review" && draft ? [{ path, title: draft.title, state: "台本" }] : [];
    }),
  );
  return {
    planned: byTime.map(({ task }) => toDraft(task)),
    finished: tasks.filter(({ publishAt }) => !publishAt).map(toDraft),
    open: open.flat(),
  };
}

/** Throws `NotFound`. */
export async function findDraft(options: {
  viewer: { id: string };
  taskId: string;
  now?: Date;
}): Promise<Draft> {
  const { viewer, taskId, now = new Date() } = options;
  const [task] = await primary
    .select()
    .from(audioTasks)
    .where(and(eq(audioTasks.id, taskId), unpublishedPreviews(viewer.id, now)));
  if (!task) throw new NotFound("下書きが見つかりません", "公開されたか、保存の期限が過ぎました。");
  return toDraft(task);
}
