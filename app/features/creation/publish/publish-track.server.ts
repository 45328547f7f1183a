import { isDeepStrictEqual } from "node:util";
import { and, eq, isNull, or } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import type { Harm } from "#app/engines/harm/harm.ts";
import { scriptSha256 } from "#app/engines/made-with.ts";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { coverSeedOf } from "#app/features/covers/cover.ts";
import { AccountNotApproved, Invalid } from "#app/features/domain-error.ts";
import { notifyFollowers } from "#app/features/notifications/server/notify-followers.server.ts";
import { requireHarmless } from "#app/features/require-harmless.server.ts";
import { lockTasks } from "#app/features/tasks/task-life.server.ts";
import { queueForReview } from "#app/features/tracks/moderation/review-item.server.ts";
import { insertTrack } from "#app/features/tracks/server/insert-track.server.ts";
import { type Db, primary, write } from "#db/client.ts";
import { audioTasks, type StoredMaking, tracks, users } from "#db/schema/index.ts";
import type { AudioTask } from "../audio-task.ts";
import { judgeHarm } from "../server/judge-harm.server.ts";
import { takeDownForReview } from "../server/take-down-for-review.server.ts";
import { previews, scriptsOf } from "../tasks/server/creation-kinds.server.ts";

interface Publication {
  viewer: { id: string; name: string };
  previewFilename: string;
  title: string;
  /** The preview's by default. */
  labels?: string[] | undefined;
  /** Looks at the locked task before it becomes a track; what it throws prevents that. */
  admit?: (tx: Db, task: AudioTask) => Promise<void>;
}

interface Spoken {
  script: string;
  heardLines: readonly string[];
}

interface Judged {
  spoken: Spoken | null;
  harms: readonly Harm[];
}

/**
 * Publishes a preview in one transaction, using its files. A harmful one (`judgeHarm`) is taken down for review. Idempotent.
 * Throws `NotAuthenticated`, `AccountNotApproved` (also since the call began), `Invalid` (harmful labels; preview unknown, not
 * theirs, discarded or expired).
 *
 * @returns the track, and whether it is taken down
 */
export async function publishTrack(
  publication: Publication,
): Promise<{ trackId: number; isTakenDown: boolean }> {
  const { viewer, title } = publication;
  const unpublished = await findUnpublished(publication);
  const labels = publication.labels ?? unpublished?.labels ?? [];
  // Stored labels are offered to members, whatever becomes of the track.
  if (unpublished) await requireHarmless({ labels: labels.join("\n") });
  const names = unpublished?.speakerNames ?? [];
  let spoken = unpublished?.spoken ?? null;
  for (;;) {
    const harms = spoken === null ? [] : await judgeHarm({ title, names, ...spoken }, { userId: viewer.id });
    const published = await publishJudged({ ...publication, labels }, { spoken, harms });
    if ("trackId" in published) {
      crashPoint("published");
      if (!published.isTakenDown) await notifyFollowers({ trackId: published.trackId });
      return published;
    }
    // It was spoken anew during the check: check it again.
    spoken = published;
  }
}

async function findUnpublished({
  viewer,
  previewFilename,
}: Publication): Promise<{ spoken: Spoken; labels: string[]; speakerNames: string[] } | null> {
  const [task] = await primary
    .select({
      script: audioTasks.script,
      preview: audioTasks.preview,
      labels: audioTasks.labels,
      narration: audioTasks.narration,
    })
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.previewFilename, previewFilename),
        eq(audioTasks.userId, viewer.id),
        isNull(audioTasks.trackId),
      ),
    );
  if (!task) return null;
  const { A, B } = task.narration?.names ?? {};
  return {
    spoken: spokenOf(task),
    labels: task.labels ?? [],
    speakerNames: [A, B].filter((name) => name !== undefined),
  };
}

function spokenOf({ script, preview }: Pick<AudioTask, "script" | "preview">): Spoken {
  return { script: script ?? "", heardLines: preview?.heardLines ?? [] };
}

/** Returns what is spoken, changing nothing, if it is not what was judged. */
async function publishJudged(
  publication: Publication & { labels: string[] },
  judged: Judged,
): Promise<{ trackId: number; isTakenDown: boolean } | Spoken> {
  const { viewer, previewFilename, title } = publication;
  return write(async (tx) => {
    await lockUserForShare(tx, viewer.id);
    const preview = eq(audioTasks.previewFilename, previewFilename);
    // Includes scripts, which are discarded below.
    const tasks = await lockTasks(
      tx,
      previews,
      and(eq(audioTasks.userId, viewer.id), or(preview, eq(audioTasks.kind, "script"))),
    );
    const task = tasks.find((candidate) => candidate.previewFilename === previewFilename);
    // A track but no preview: the track was deleted.
    if (task?.trackId && task.preview)
      return { trackId: task.trackId, isTakenDown: await isTrackTakenDown(tx, task.trackId) };
    if (task) await publication.admit?.(tx, task);
    await requireApproved(tx, viewer.id);
    if (!task?.preview || task.state !== "completed" || task.isDiscarded || task.expiresAt <= new Date()) {
      throw new Invalid({
        previewFilename: ["プレビューの有効期限が切れました。もう一度音声を生成してください。"],
      });
    }
    const spoken = spokenOf(task);
    if (!isDeepStrictEqual(spoken, judged.spoken)) return spoken;
    const trackId = await insertTrackOfPreview(tx, {
      ...publication,
      task,
      author: viewer.name,
      seedSlug: null,
    });
    const { harms } = judged;
    const now = new Date();
    const isTakenDown = await takeDownForReview(tx, { trackId, title, harms, now });
    await queueForReview(tx, { trackId, cause: "new", harms: [...harms], now });
    // The page must not restore a published script. A planned one's was discarded then.
    if (task.publishAt) return { trackId, isTakenDown };
    await tx.update(audioTasks).set({ isDiscarded: true }).where(scriptsOf(task));
    return { trackId, isTakenDown };
  });
}

/** The judgement takes seconds. `tx` has locked the account, which waits with its suspension or denial. */
async function requireApproved(tx: Db, userId: string): Promise<void> {
  const [author] = await tx.select({ state: users.state }).from(users).where(eq(users.id, userId));
  if (author && author.state !== "approved") throw new AccountNotApproved(author.state);
}

async function isTrackTakenDown(tx: Db, trackId: number): Promise<boolean> {
  const [track] = await tx
    .select({ takenDownAt: tracks.takenDownAt })
    .from(tracks)
    .where(eq(tracks.id, trackId));
  return (track?.takenDownAt ?? null) !== null;
}

/** Inserts the track (`insertTrack`) and notes it in the task. */
export async function insertTrackOfPreview(
  tx: Db,
  options: { task: AudioTask; title: string; labels: string[]; author: string; seedSlug: string | null },
): Promise<number> {
  const { task, title, labels, author, seedSlug } = options;
  if (!task.preview) throw new Error(`task ${task.id} has no preview`);
  const trackId = await insertTrack(tx, {
    author: { id: task.userId, name: author },
    taskId: task.id,
    title,
    script: task.script ?? "",
    labels,
    filename: task.previewFilename ?? `${task.id}.mp3`,
    audio: task.preview,
    factCheck: task.factCheck,
    speakerNames: task.narration?.names,
    spokenWith: {
      speakingRate: task.speakingRate,
      voices: task.narration?.voices ?? null,
      manner: task.preview?.manner,
    },
    making: makingOf(task),
    seedSlug,
    // Official tracks have the covers of their ids on every installation.
    coverSeed: seedSlug === null ? coverSeedOf(task.id) : null,
  });
  await tx.update(audioTasks).set({ trackId, updatedAt: new Date() }).where(eq(audioTasks.id, task.id));
  return trackId;
}

/** With whether the author changed the engine's script. */
function makingOf({ making, preview, script }: AudioTask): StoredMaking | null {
  if (!making && !preview?.spokenBy) return null;
  return {
    ...making,
    ...(making?.script && {
      script: { ...making.script, isEdited: scriptSha256(script ?? "") !== making.script.sha256 },
    }),
    ...(preview?.spokenBy && { speech: preview.spokenBy }),
  };
}
