import { and, eq } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { requireEngine } from "#app/features/providers/server/provider-pause.server.ts";
import { enqueueTask } from "#app/features/tasks/enqueue-task.server.ts";
import { changeTask, lockTasks, newLife } from "#app/features/tasks/task-life.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { type Db, write } from "#db/client.ts";
import { audioTasks, type StoredRevision } from "#db/schema/index.ts";
import { type AudioTask, noRevision, taskLifetimes } from "../../audio-task.ts";
import { checkOfEdited } from "../../fact-check/check-of-edited.ts";
import { checkTaskQuota, previews } from "../../tasks/server/creation-kinds.server.ts";
import { editLine } from "./edit-line.ts";
import { maxRespokenLines, revisionMessages } from "./revision.ts";

interface PreviewReference {
  viewer: Viewer;
  taskId: string;
  version: number;
}

/**
 * Speaks a preview with one line changed, free of the daily limit: unchanged lines are not spoken again. Throws `Invalid`
 * (text), `Conflict` (gone, changed meanwhile, too many changes), `Unavailable` (speech service down).
 */
export async function respeakLine(
  options: PreviewReference & {
    line: number;
    text: string;
  },
): Promise<void> {
  const { viewer, line, text } = options;
  await requireEngine("speech", viewer.id);
  const isRepeat = (task: AudioTask, { next, earlier }: StoredRevision) => {
    const before = next ? task.script : earlier.at(-1)?.script;
    const after = next ? next.script : task.script;
    if (next?.isUndo || typeof before !== "string") return false;
    return before !== after && editLine(before, { line, text }) === after;
  };
  await changePreview({ ...options, isRepeat }, (task, revision) => {
    if (revision.spoken >= maxRespokenLines) throw new Conflict(revisionMessages.usedUp);
    const before = task.script ?? "";
    const script = editLine(before, { line, text });
    if (script === before) throw new Invalid({ text: [revisionMessages.unchanged] });
    const stored = fromStoredFactCheck(task.factCheck);
    const factCheck = stored && checkOfEdited(stored, before, script);
    return {
      ...revision,
      spoken: revision.spoken + 1,
      next: { script, factCheck, isUndo: false },
    };
  });
}

/** Undoes the last change; usually nothing is spoken. Throws as `respeakLine`. */
export async function undoLine(options: PreviewReference): Promise<void> {
  const isRepeat = (_task: AudioTask, { next, wasUndo }: StoredRevision) => next?.isUndo ?? wasUndo ?? false;
  await changePreview({ ...options, isRepeat }, (_task, revision) => {
    const last = revision.earlier.at(-1);
    if (!last) throw new Conflict(revisionMessages.noUndo);
    return { ...revision, next: { ...last, isUndo: true } };
  });
}

/** Throws `Conflict` if gone or changed meanwhile. */
export async function savePreviewHeading(
  options: PreviewReference & { title: string; labels: string[] },
): Promise<void> {
  const { viewer, title, labels } = options;
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    const task = await lockPreview(tx, options);
    requireUnchanged(task, options);
    await changeTask(tx, previews, task, { title, labels });
  });
}

/**
 * Reopens a preview's task with `change` of its revision. If the next version is by `isRepeat` the same change, the form was
 * posted twice: does nothing.
 */
async function changePreview(
  reference: PreviewReference & { isRepeat: (task: AudioTask, revision: StoredRevision) => boolean },
  change: (task: AudioTask, revision: StoredRevision) => StoredRevision,
): Promise<void> {
  const { viewer, version, isRepeat } = reference;
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    const task = await lockPreview(tx, reference);
    const before = task.revision ?? noRevision;
    if (before.version === version + 1 && isRepeat(task, before)) return;
    requireUnchanged(task, reference);
    const { wasUndo: _, ...revision } = change(task, before);
    const admitted = await checkTaskQuota(tx, { viewer, kind: "preview" });
    await changeTask(tx, previews, task, {
      ...newLife(),
      revision: { ...revision, version: revision.version + 1 },
      expiresAt: new Date(Date.now() + taskLifetimes.scriptMs),
    });
    await enqueueTask(tx, previews, task, admitted);
  });
}

async function lockPreview(tx: Db, { viewer, taskId }: PreviewReference): Promise<AudioTask> {
  const isOwn = and(eq(audioTasks.id, taskId), eq(audioTasks.userId, viewer.id));
  const [task] = await lockTasks(tx, previews, isOwn);
  if (
    !task?.preview ||
    task.isDiscarded ||
    task.trackId !== null ||
    task.publishAt ||
    task.expiresAt <= new Date()
  )
    throw new Conflict(revisionMessages.gone);
  return task;
}

function requireUnchanged(task: AudioTask, { version }: PreviewReference): void {
  if (isOpen(task) || (task.revision?.version ?? 0) !== version) throw new Conflict(revisionMessages.stale);
}
