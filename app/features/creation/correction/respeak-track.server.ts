import { randomUUID } from "node:crypto";
import { and, eq, gt, ne } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { requireEngine } from "#app/features/providers/server/provider-pause.server.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { enqueueTask } from "#app/features/tasks/enqueue-task.server.ts";
import { lockEditedTrack } from "#app/features/tracks/server/locks.server.ts";
import { primary, write } from "#db/client.ts";
import { trackCorrections, tracks } from "#db/schema/index.ts";
import { requireVoices } from "../narration/narration.server.ts";
import { defaultNarration } from "../narration/narration.ts";
import { findVoiceOptions } from "../narration/voice-sample.server.ts";
import { correctionMessages } from "./correction.ts";
import { corrections } from "./correction-kind.server.ts";
import { recordCorrection, requireFewCorrections, requireNoneRunning } from "./start-correction.server.ts";

type Voices = { A: string; B: string };

/**
 * Begins to speak the viewer's published track again, in other voices or by today's engine. Listeners hear the old sound until
 * then. Address, counts and likes stay. Works for tracks whose voices were never recorded. Idempotent.
 * Throws `NotFound`, `Forbidden`, `Invalid` (voices), `Conflict` (a recording, taken down, or not now), `LimitReached`,
 * `Unavailable` (speech service down).
 */
export async function respeakTrack(o: {
  viewer: { id: string };
  /** The operator who does it for the official account. */
  actor?: Actor;
  trackId: number;
  voices: Voices;
  speakingRate: number;
}): Promise<void> {
  const { viewer, actor, trackId, voices, speakingRate } = o;
  const now = new Date();
  await requireEngine("speech", viewer.id);
  const [shown] = await primary.select({ script: tracks.script }).from(tracks).where(eq(tracks.id, trackId));
  await requireVoices({ ...defaultNarration, voices }, shown?.script ?? "");
  const names = new Map((await findVoiceOptions())?.voices.map(({ id, name }) => [id, name]));
  const spokenAs = (speech: { voices: Voices | null; speakingRate: number } | null) =>
    speech?.voices
      ? `A：${names.get(speech.voices.A) ?? speech.voices.A}、B：${names.get(speech.voices.B) ?? speech.voices.B}、${speech.speakingRate.toFixed(1)}倍`
      : correctionMessages.unknownBefore;
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    const { takenDownAt } = await lockEditedTrack(tx, { editor: { viewer }, trackId });
    const [track] = await tx
      .select({ isRecording: tracks.isRecording, spokenWith: tracks.spokenWith })
      .from(tracks)
      .where(eq(tracks.id, trackId));
    if (takenDownAt !== null) throw new Conflict(correctionMessages.takenDown);
    if (!track) throw new Conflict(correctionMessages.gone);
    if (track.isRecording) throw new Conflict(correctionMessages.recordingStays);
    const spokenWith = { ...track.spokenWith, voices, speakingRate };
    const after = spokenAs(spokenWith);
    const [repeated] = await tx
      .select({ id: trackCorrections.id })
      .from(trackCorrections)
      .where(
        and(
          eq(trackCorrections.trackId, trackId),
          eq(trackCorrections.field, "voices"),
          eq(trackCorrections.after, after),
          ne(trackCorrections.state, "failed"),
          gt(trackCorrections.createdAt, repeatsSince(now)),
        ),
      )
      .limit(1);
    if (repeated) return;
    if (!actor) await requireFewCorrections(tx, trackId, now);
    await requireNoneRunning(tx, trackId);
    const id = randomUUID();
    await tx.insert(trackCorrections).values({
      ...{ id, trackId, field: "voices", line: 0, spokenWith },
      ...{ before: spokenAs(track.spokenWith), after, note: null, createdAt: now },
    });
    await enqueueTask(tx, corrections, { id, userId: viewer.id });
    if (actor)
      await recordCorrection(tx, { actor, trackId, changed: [{ field: "voices", line: null }], now });
  });
}
