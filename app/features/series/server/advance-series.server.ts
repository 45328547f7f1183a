import { and, asc, eq, lte, sql } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { isPremium } from "#app/features/accounts/account.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { AudioTask } from "#app/features/creation/audio-task.ts";
import { problemMessages } from "#app/features/creation/drafts/drafts.ts";
import { planPublication } from "#app/features/creation/drafts/server/plan-publication.server.ts";
import { publishPlanned } from "#app/features/creation/drafts/server/publish-planned.server.ts";
import { DailyLimitReached } from "#app/features/creation/limits/daily-usage.server.ts";
import { defaultNarration } from "#app/features/creation/narration/narration.ts";
import { startPreview } from "#app/features/creation/preview/start-preview.server.ts";
import { startScript } from "#app/features/creation/script/start-script.server.ts";
import { DomainError } from "#app/features/domain-error.ts";
import { addToPlaylist } from "#app/features/playlists/bookmark/server/add-to-playlist.server.ts";
import { dailyGenerationLimits } from "#app/features/premium/premium.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { logger } from "#app/logger.server.ts";
import { afterCommit, type Db, primary, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { noIndexHint } from "#db/query-plans.ts";
import { audioTasks, series, seriesEpisodes, tracks, users } from "#db/schema/index.ts";
import { nextSlot } from "../cadence.ts";
import { episodeTitle, latenessMs, leadMs, readsAll, retryMs } from "../series.ts";
import { type NumberedEpisode, readEpisodes, type Series } from "./series-rows.server.ts";

/** Per run; the next, a minute later, takes the rest. */
const advancedAtOnce = 100;
/** Per series and run: the next episode follows a published one. */
const maxSteps = 4;

const deletedDraft = "音声の下書きが消されました。もう一度作るか、この回をやめてください。";

type Account = typeof users.$inferSelect;

interface Looked {
  checkAt: Date;
  problem: string | null;
  goesOn?: boolean;
}

/**
 * Brings each due series a step further: has its next episode written, spoken, planned and put into its playlist, with the
 * calls that members use. Each step is one transaction with the episode's row, so that after a crash the next run does it
 * once. What may not be done now is told (`problem`) and tried again.
 *
 * @param o.userId only this member's series, after a task of theirs has ended
 */
export async function advanceSeries(o: { now?: Date; userId?: string } = {}): Promise<void> {
  const { now = new Date(), userId } = o;
  const found = primary
    .select({ series, account: users })
    .from(series)
    .innerJoin(users, eq(users.id, series.userId))
    .where(
      and(
        // A literal, so that both databases use the partial index.
        sql`${series.state} = 'active'`,
        lte(series.checkAt, now),
        // Prevents a bad plan: most members are approved, so the query must not begin with them.
        noIndexHint(eq(users.state, "approved")),
        userId === undefined ? undefined : eq(series.userId, userId),
      ),
    );
  const due = await (userId === undefined ? found.orderBy(asc(series.checkAt)).limit(advancedAtOnce) : found);
  for (const { series: row, account } of due) {
    for (let step = 0; step < maxSteps; step++) {
      const looked = await look(row, account, now);
      await write((tx) =>
        tx
          .update(series)
          .set({ checkAt: looked.checkAt, problem: looked.problem })
          // If the member has changed it meanwhile, it is looked at again.
          .where(and(eq(series.id, row.id), eq(series.updatedAt, row.updatedAt))),
      );
      if (!looked.goesOn) break;
    }
  }
}

async function look(row: Series, account: Account, now: Date): Promise<Looked> {
  const later = new Date(now.getTime() + retryMs);
  try {
    return await takeStep(row.id, account, now);
  } catch (error) {
    if (error instanceof Superseded) return { checkAt: now, problem: row.problem };
    if (error instanceof DailyLimitReached)
      return { checkAt: later, problem: usedUp(viewerOf(account, now)) };
    if (error instanceof DomainError) return { checkAt: later, problem: error.message };
    // Must not hold up the other series; it is tried again.
    logger.error({ err: error, seriesId: row.id }, "a series was not advanced");
    return { checkAt: later, problem: row.problem };
  }
}

/** A series publishes by itself: it says what it waits for, and that it goes on. */
const usedUp = ({ isPremium }: { isPremium: boolean }) =>
  `今日の生成回数（${isPremium ? "プレミアムプラン" : "無料プラン"}は1日${dailyGenerationLimits[isPremium ? "premium" : "free"]}回まで）を使い切りました。続きは明日作ります。`;

/** Throws a `DomainError` for what may not be done now, for example when the day's uses are used up. */
async function takeStep(seriesId: number, account: Account, now: Date): Promise<Looked> {
  const [row] = await primary.select().from(series).where(eq(series.id, seriesId));
  if (row?.state !== "active") return { checkAt: now, problem: null };
  const episodes = await readEpisodes(primary, seriesId);
  const episode = episodes.find(({ state }) => state === "waiting" || state === "making");
  if (!episode) return end(row, now);
  if (episode.state === "waiting") return begin(row, episode, account, now);
  const task = await findTaskOf(episode);
  const again = { checkAt: now, problem: null };
  if (!task) {
    // The task of an episode that its author published while the series was paused may have been removed since.
    const published = await findTrackOf(episode);
    if (published) return settle(row, episode, published.id, now);
    // Failed tasks are removed after a day.
    await changeEpisode(row, episode, { state: "waiting", scriptTaskId: null, previewTaskId: null });
    return { ...again, goesOn: true };
  }
  if (task.trackId !== null) return settle(row, episode, task.trackId, now);
  if (isOpen(task)) return again;
  const blocked = (problem: string) => ({ checkAt: new Date(now.getTime() + retryMs), problem });
  if (task.state !== "completed") return blocked(task.error ?? "作れませんでした。もう一度作ってください。");
  if (task.kind === "script") return speak(row, episode, { task, account, now });
  if (task.isDiscarded || !task.preview) return blocked(deletedDraft);
  if (task.publishProblem) return blocked(problemMessages[task.publishProblem]);
  if (task.publishAt) return { ...again, checkAt: task.publishAt > now ? task.publishAt : now };
  const publishAt = publishTimeOf(row, now);
  const previewFilename = task.previewFilename ?? "";
  await planPublication({
    viewer: { id: row.userId },
    ...{ previewFilename, title: task.title, publishAt, now },
    alongside: (tx) => requireSame(tx, row, episode),
  });
  crashPoint("series-step");
  if (publishAt > now) return { checkAt: publishAt, problem: null };
  // Otherwise each episode that is published at once would wait for the minute's run.
  await publishPlanned(now);
  return { ...again, goesOn: true };
}

async function findTaskOf({ previewTaskId, scriptTaskId }: NumberedEpisode): Promise<AudioTask | undefined> {
  const id = previewTaskId ?? scriptTaskId;
  if (id === null) return undefined;
  const [task] = await primary.select().from(audioTasks).where(eq(audioTasks.id, id));
  return task;
}

async function findTrackOf({ previewTaskId }: NumberedEpisode): Promise<{ id: number } | undefined> {
  if (previewTaskId === null) return undefined;
  const [track] = await primary
    .select({ id: tracks.id })
    .from(tracks)
    .where(eq(tracks.taskId, previewTaskId));
  return track;
}

/** The time for which the episode was made; the series' next one if that is long past. */
function publishTimeOf(row: Series, now: Date): Date {
  const isLate = now.getTime() > row.nextAt.getTime() + latenessMs;
  if (isLate && row.days.length > 0) return nextSlot(row, now);
  return row.nextAt > now ? row.nextAt : now;
}

const viewerOf = (account: Account, now: Date) => ({ id: account.id, isPremium: isPremium(account, now) });

async function begin(row: Series, episode: NumberedEpisode, account: Account, now: Date): Promise<Looked> {
  const beginAt = new Date(row.nextAt.getTime() - (row.days.length > 0 ? leadMs : 0));
  if (beginAt > now) return { checkAt: beginAt, problem: null };
  const narration = { ...defaultNarration, ...row.narration };
  await startScript({
    viewer: viewerOf(account, now),
    flow: "series",
    inputText: episode.text,
    title: episodeTitle({ series: row.title, number: episode.number ?? 1, heading: episode.heading }),
    narration: { ...narration, seconds: readsAll(narration) ? episode.seconds : null },
    alongside: (tx, scriptTaskId) =>
      claimEpisode(tx, row, episode, { state: "making", scriptTaskId, previewTaskId: null }),
  });
  return { checkAt: now, problem: null };
}

/** Costs the member a daily use. */
async function speak(
  row: Series,
  episode: NumberedEpisode,
  { task, account, now }: { task: AudioTask; account: Account; now: Date },
): Promise<Looked> {
  const { script, title, inputText, speakingRate, labels, textKind, factCheck } = task;
  await startPreview({
    viewer: viewerOf(account, now),
    flow: "series",
    ...{ script: script ?? "", title, inputText, speakingRate, textKind },
    factCheck: fromStoredFactCheck(factCheck),
    narration: { ...defaultNarration, ...row.narration },
    // The first label gives a cover its colours: a series' covers look alike.
    labels: [...new Set([row.category, ...(labels ?? [])])].slice(0, 5),
    scriptTaskId: task.id,
    alongside: (tx, previewTaskId) => claimEpisode(tx, row, episode, { previewTaskId }),
  });
  return { checkAt: now, problem: null };
}

/** Puts a published episode into the playlist and goes on to the next. If the track was deleted, only notes that. */
async function settle(
  row: Series,
  episode: NumberedEpisode,
  publishedId: number,
  now: Date,
): Promise<Looked> {
  const [track] = await primary.select({ id: tracks.id }).from(tracks).where(eq(tracks.id, publishedId));
  const trackId = track?.id ?? null;
  if (trackId !== null && row.playlistId !== null) await addIfPossible(row.userId, row.playlistId, trackId);
  // The member may have chosen other days meanwhile: their first one is still to come.
  const nextAt = row.nextAt > now ? row.nextAt : nextSlot(row, now);
  await changeEpisode(row, episode, { state: "published", trackId, text: "" }, { nextAt });
  return { checkAt: now, problem: null, goesOn: true };
}

/** A full or just deleted playlist must not keep the episode from being published. */
async function addIfPossible(userId: string, playlistId: number, trackId: number): Promise<void> {
  try {
    await addToPlaylist({ viewer: { id: userId }, playlistId, trackId });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    logger.warn({ err: error, trackId, playlistId }, "an episode was not put into its playlist");
  }
}

async function end(row: Series, now: Date): Promise<Looked> {
  await write(async (tx) => {
    if (!(await lockUnchanged(tx, row))) return;
    const episodes = await readEpisodes(tx, row.id);
    if (episodes.some(({ state }) => state === "waiting" || state === "making")) return;
    await tx.update(series).set({ state: "ended", updatedAt: now }).where(eq(series.id, row.id));
  });
  return { checkAt: now, problem: null };
}

/** Another worker was faster, or the member has paused the series or dropped the episode. */
class Superseded extends Error {}

async function lockUnchanged(tx: Db, { id, updatedAt }: Series): Promise<boolean> {
  const [row] = await forUpdate(
    tx.select({ updatedAt: series.updatedAt }).from(series).where(eq(series.id, id)),
    "no key update",
  );
  return row?.updatedAt.getTime() === updatedAt.getTime();
}

/** Locks the series. Throws unless it and the episode are as they were seen; that undoes the transaction. */
async function requireSame(tx: Db, row: Series, episode: NumberedEpisode): Promise<void> {
  if (!(await lockUnchanged(tx, row))) throw new Superseded();
  const [current] = await tx.select().from(seriesEpisodes).where(eq(seriesEpisodes.id, episode.id));
  const isSame =
    current?.state === episode.state &&
    current.scriptTaskId === episode.scriptTaskId &&
    current.previewTaskId === episode.previewTaskId;
  if (!isSame) throw new Superseded();
}

/** Throws as `requireSame` does. */
async function claimEpisode(
  tx: Db,
  row: Series,
  episode: NumberedEpisode,
  values: Partial<NumberedEpisode>,
): Promise<void> {
  await requireSame(tx, row, episode);
  await tx.update(seriesEpisodes).set(values).where(eq(seriesEpisodes.id, episode.id));
  afterCommit(() => crashPoint("series-step"));
}

async function changeEpisode(
  row: Series,
  episode: NumberedEpisode,
  values: Partial<NumberedEpisode>,
  ofSeries?: Partial<Series>,
): Promise<void> {
  await write(async (tx) => {
    await lockMember(tx, row.userId);
    await claimEpisode(tx, row, episode, values);
    if (ofSeries) await tx.update(series).set(ofSeries).where(eq(series.id, row.id));
  });
}
