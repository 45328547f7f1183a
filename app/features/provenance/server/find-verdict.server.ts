import { and, asc, desc, eq, inArray, isNotNull, max, sql } from "drizzle-orm";
import { findNoticeHashes } from "#app/features/tracks/notice/spoken-notices.server.ts";
import { trackPath } from "#app/features/tracks/track.ts";
import type { HashedSound } from "#app/lib/sound-hash.ts";
import { type Db, primary } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { clips, soundFields, trackCorrections, trackSounds, tracks, users } from "#db/schema/index.ts";
import { clipIdOfLink, trackIdOfLink, type Verdict, type VerifiedTrack } from "../provenance.ts";

const columns = {
  id: tracks.id,
  title: tracks.title,
  uploadedAt: tracks.uploadedAt,
  isRecording: tracks.isRecording,
  isVisible: tracks.isVisible,
  takenDownAt: tracks.takenDownAt,
  wasVisibleBefore: tracks.wasVisibleBefore,
  userId: tracks.userId,
  author: users.name,
  authorState: users.state,
  posterCustomUserId: users.customUserId,
};
type FoundTrack = {
  [Name in keyof typeof columns]: (typeof columns)[Name]["_"]["notNull"] extends true
    ? (typeof columns)[Name]["_"]["data"]
    : (typeof columns)[Name]["_"]["data"] | null;
};

/** The same text, spoken by the same voices, can be several tracks. Public ones come first, then what is heard now. */
const selectBySound = prepared((on: Db, value: ValuesOf<{ sha256: string }>) =>
  on
    .select({ ...columns, isExcerpt: trackSounds.isExcerpt, replacedAt: trackSounds.replacedAt })
    .from(trackSounds)
    .innerJoin(tracks, eq(tracks.id, trackSounds.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(eq(trackSounds.sha256, value("sha256")))
    .orderBy(
      desc(sql`(${tracks.isVisible} and ${users.state} = 'approved')`),
      desc(sql`${trackSounds.replacedAt} is null`),
      asc(tracks.id),
    )
    .limit(1),
);

const selectById = prepared((on: Db, value: ValuesOf<{ trackId: number }>) =>
  on
    .select(columns)
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(eq(tracks.id, value("trackId"))),
);

const selectCorrectionTime = prepared((on: Db, value: ValuesOf<{ trackId: number }>) =>
  on
    .select({ at: max(trackCorrections.correctedAt) })
    .from(trackCorrections)
    .where(
      and(
        eq(trackCorrections.trackId, value("trackId")),
        // Another title or cover leaves the sound as it was.
        inArray(trackCorrections.field, soundFields),
        isNotNull(trackCorrections.correctedAt),
      ),
    ),
);

/** Null: a file without sound. One that begins with a notice of this site is judged by what follows. */
export async function judgeSound(sound: HashedSound | null): Promise<Verdict> {
  if (sound === null) return { state: "no-sound" };
  const { sha256, split } = sound;
  let [found] = await selectBySound(primary, { sha256 });
  if (!found && split && (await findNoticeHashes()).has(split.noticeSha256))
    [found] = await selectBySound(primary, { sha256: split.sha256 });
  if (!found) return { state: "unknown" };
  const hidden = judgeHidden(found);
  if (hidden) return hidden;
  const { isExcerpt, replacedAt } = found;
  const track = present(found);
  return replacedAt === null
    ? { state: "unchanged", track, isExcerpt }
    : { state: "corrected", track, isExcerpt, correctedAt: replacedAt.toISOString() };
}

/** Fetches nothing. An author's hidden track is unknown, because ids can be guessed; a takedown is told. */
export async function judgeLink(link: string, origin: string): Promise<Verdict> {
  const trackId = trackIdOfLink(link, origin) ?? (await findTrackOfClip(clipIdOfLink(link, origin)));
  const [found] = trackId === null ? [] : await selectById(primary, { trackId });
  if (!found) return { state: "unknown" };
  const hidden = judgeHidden(found);
  if (hidden) return hidden.state === "taken-down" ? hidden : { state: "unknown" };
  const [correction] = await selectCorrectionTime(primary, { trackId: found.id });
  const track = present(found);
  return correction?.at
    ? { state: "corrected", track, isExcerpt: false, correctedAt: correction.at.toISOString() }
    : { state: "unchanged", track, isExcerpt: false };
}

async function findTrackOfClip(clipId: string | null): Promise<number | null> {
  if (clipId === null) return null;
  const [clip] = await primary.select({ trackId: clips.trackId }).from(clips).where(eq(clips.id, clipId));
  return clip?.trackId ?? null;
}

/** Null for a public track. Tells neither title nor author. */
function judgeHidden(track: FoundTrack): Verdict | null {
  if (track.isVisible && track.authorState === "approved") return null;
  return track.takenDownAt !== null && track.wasVisibleBefore
    ? { state: "taken-down", takenDownAt: track.takenDownAt.toISOString() }
    : { state: "not-public" };
}

const present = (track: FoundTrack): VerifiedTrack => ({
  id: track.id,
  title: track.title,
  author: track.author,
  path: trackPath(track),
  publishedAt: track.uploadedAt.toISOString(),
  isRecording: track.isRecording,
});
