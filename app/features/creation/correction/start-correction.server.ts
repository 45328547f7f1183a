import { randomUUID } from "node:crypto";
import { and, count, eq, gt, inArray, isNull, ne } from "drizzle-orm";
import { parseScript } from "#app/engines/script/script.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid, LimitReached } from "#app/features/domain-error.ts";
import { requireEngine } from "#app/features/providers/server/provider-pause.server.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { requireHarmless } from "#app/features/require-harmless.server.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { enqueueTask } from "#app/features/tasks/enqueue-task.server.ts";
import { lockEditedTrack } from "#app/features/tracks/server/locks.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { type Db, write } from "#db/client.ts";
import { soundFields, trackCorrections, tracks } from "#db/schema/index.ts";
import { editLine } from "../preview/revision/edit-line.ts";
import { revisionMessages } from "../preview/revision/revision.ts";
import { chooseReading, type ReadingChooser } from "../readings/choose-reading.server.ts";
import type { ReadingChoice } from "../readings/readings.schema.ts";
import {
  type Correction,
  correctedPlace,
  correctionMessages,
  correctionObstacle,
  maxCorrectionsPerDay,
} from "./correction.ts";
import { corrections } from "./correction-kind.server.ts";

/**
 * Begins to correct a line of the viewer's published track; listeners hear the old one until it is spoken. Idempotent. The note
 * is shown as soon as it is stored, so one that may do harm is refused, except an operator's. Throws `NotFound`, `Forbidden`,
 * `Invalid` (text, note), `Conflict` (can't be corrected, or not now), `LimitReached`, `Unavailable` (speech service down).
 */
export async function startCorrection(options: {
  viewer: { id: string };
  /** The operator who does it for the official account. */
  actor?: Actor;
  trackId: number;
  line: number;
  /** As its page showed it. */
  before: string;
  text: string;
  note: string | null;
  now?: Date;
}): Promise<void> {
  const { viewer, actor, trackId, line, before, text, note, now = new Date() } = options;
  await requireEngine("speech", viewer.id);
  if (!actor) await requireHarmless({ note });
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    const { takenDownAt } = await lockEditedTrack(tx, { editor: { viewer }, trackId });
    const [track] = await tx
      .select({ script: tracks.script, isRecording: tracks.isRecording, spokenWith: tracks.spokenWith })
      .from(tracks)
      .where(eq(tracks.id, trackId));
    if (takenDownAt !== null) throw new Conflict(correctionMessages.takenDown);
    if (!track) throw new Conflict(correctionMessages.gone);
    const obstacle = correctionObstacle(track);
    if (obstacle !== null) throw new Conflict(obstacle);
    if (await isRepeat(tx, { ...options, script: track.script, now })) return;
    if (!actor) await requireFewCorrections(tx, trackId, now);
    await requireNoneRunning(tx, trackId);
    if (parseScript(track.script)[line]?.text !== before) throw new Conflict(correctionMessages.stale);
    const script = editLine(track.script, { line, text });
    if (script === track.script) throw new Invalid({ text: [revisionMessages.unchanged] });
    const after = parseScript(script)[line]?.text ?? "";
    const id = randomUUID();
    await tx.insert(trackCorrections).values({ id, trackId, line, before, after, note, createdAt: now });
    await enqueueTask(tx, corrections, { id, userId: viewer.id });
    if (actor)
      await recordCorrection(tx, { actor, trackId, changed: [{ field: "line", line: line + 1 }], now });
  });
}

/** In the audit log: what an operator changed of an official track. Call it last. */
export const recordCorrection = (
  tx: Db,
  o: { actor: Actor; trackId: number; changed: readonly Pick<Correction, "field" | "line">[]; now: Date },
): Promise<void> =>
  recordAudit(tx, {
    actor: o.actor,
    action: "track.correct",
    target: { type: "track", id: o.trackId },
    after: { places: o.changed.map(correctedPlace) },
    now: o.now,
  });

/** Throws `LimitReached` after a member's corrections of a track within a day (`maxCorrectionsPerDay`). */
export async function requireFewCorrections(tx: Db, trackId: number, now: Date): Promise<void> {
  const recent = and(
    eq(trackCorrections.trackId, trackId),
    inArray(trackCorrections.field, soundFields),
    ne(trackCorrections.state, "failed"),
    gt(trackCorrections.createdAt, new Date(now.getTime() - dayMs)),
  );
  const [{ begun } = { begun: 0 }] = await tx.select({ begun: count() }).from(trackCorrections).where(recent);
  if (begun >= maxCorrectionsPerDay) throw new LimitReached(correctionMessages.tooMany, dayMs / 1000);
}

/** Throws `Conflict` while a correction of the track is made. */
export async function requireNoneRunning(tx: Db, trackId: number): Promise<void> {
  const [open] = await tx
    .select({ id: trackCorrections.id })
    .from(trackCorrections)
    .where(and(eq(trackCorrections.trackId, trackId), corrections.open));
  if (open) throw new Conflict(correctionMessages.running);
}

/**
 * Corrects a line by another reading of a word, or stores the reading in a dictionary. Returns what to say of that; null while
 * the correction is made. Throws as `startCorrection` and `chooseReading`.
 */
export async function correctReading(
  o: ReadingChooser & { trackId: number; before: string; choice: ReadingChoice },
): Promise<FlashKey | null> {
  const { viewer, trackId, before, choice } = o;
  const { text, flash } = await chooseReading({ ...o, text: before, stale: correctionMessages.stale });
  if (text === null) return flash;
  await startCorrection({ viewer, trackId, line: choice.line, before, text, note: null });
  return null;
}

/** Whether the same correction was just begun or made. */
async function isRepeat(
  tx: Db,
  o: {
    trackId: number;
    line: number;
    before: string;
    text: string;
    note: string | null;
    script: string;
    now: Date;
  },
): Promise<boolean> {
  const { trackId, line, before, text, note, script, now } = o;
  const [last] = await tx
    .select({ after: trackCorrections.after })
    .from(trackCorrections)
    .where(
      and(
        eq(trackCorrections.trackId, trackId),
        eq(trackCorrections.field, "line"),
        eq(trackCorrections.line, line),
        eq(trackCorrections.before, before),
        note === null ? isNull(trackCorrections.note) : eq(trackCorrections.note, note),
        ne(trackCorrections.state, "failed"),
        gt(trackCorrections.createdAt, repeatsSince(now)),
      ),
    )
    .limit(1);
  return last !== undefined && parseScript(editLine(script, { line, text }))[line]?.text === last.after;
}
