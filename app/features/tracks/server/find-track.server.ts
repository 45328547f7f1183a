import { and, eq, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { officialAccount } from "#app/features/accounts/account.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { hasHighQuality } from "#app/features/playback/server/find-audio.server.ts";
import { type Db, db, primary } from "#db/client.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { trackCorrections, tracks, users } from "#db/schema/index.ts";
import { fromStoredFactCheck } from "../fact-check.ts";
import { mayHearWhole, type TrackViewer } from "../opening.ts";
import type { Track, TrackWithScript } from "../track.ts";
import { findPublicScripts } from "./public-scripts.server.ts";
import { selectTracks, trackColumns, withLabels } from "./select-tracks.server.ts";
import { visibleTo } from "./track-visibility.server.ts";

/** A track with the script that the viewer may read; a hidden one only for its owner. Throws `NotFound`. */
export async function findTrack(options: { viewer: TrackViewer; trackId: number }): Promise<TrackWithScript> {
  // A replica does not know yet what has just been published.
  const track = (await lookUp(db, options)) ?? (db === primary ? undefined : await lookUp(primary, options));
  if (!track) throw new NotFound("音声が見つかりません");
  return track;
}

const selectVisible = prepared((on, value: ValuesOf<{ ids: number[]; viewerId: string }>) =>
  selectTracks(on).where(and(isOneOf(tracks.id, value("ids")), visibleTo({ id: value("viewerId") }))),
);

const selectWithScript = prepared((on, value: ValuesOf<{ trackId: number; viewerId: string }>) =>
  on
    .select({
      ...trackColumns,
      script: tracks.script,
      isRecording: tracks.isRecording,
      factCheck: tracks.factCheck,
      speakerNames: tracks.speakerNames,
      hasHighQuality,
      isCorrected:
        sql`exists (select 1 from ${trackCorrections} where ${trackCorrections.trackId} = ${tracks.id}
        and ${trackCorrections.correctedAt} is not null)`.mapWith(Boolean),
    })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(tracks.id, value("trackId")), visibleTo({ id: value("viewerId") }))),
);

async function lookUp(
  on: Db,
  { viewer, trackId }: { viewer: TrackViewer; trackId: number },
): Promise<TrackWithScript | undefined> {
  const found = await selectWithScript(on, { trackId, viewerId: viewer?.id ?? "" });
  const [labelled] = await withLabels(found, on);
  if (!labelled) return undefined;
  const track = { ...labelled, speakerNames: labelled.speakerNames ?? {} };
  if (mayHearWhole(viewer, track)) return { ...track, factCheck: fromStoredFactCheck(track.factCheck) };
  const scripts = await findPublicScripts([track.id], { on });
  return { ...track, script: scripts.get(track.id) ?? "", factCheck: null };
}

/**
 * The track that home shows first: `requestedId`, else `defaultId` if it is a visible track of the official account, else
 * the first of the feed. `found` are those of the first two that the viewer may see. Null when there is none.
 */
export function chooseInitialTrack<Candidate extends Pick<Track, "id" | "userId" | "isVisible">>(options: {
  requestedId: number | null;
  defaultId: number;
  found: readonly Candidate[];
  feed: readonly Candidate[];
}): Candidate | null {
  const { requestedId, defaultId, found, feed } = options;
  const requested = found.find(({ id }) => id === requestedId);
  const byDefault = found.find(
    ({ id, userId, isVisible }) => id === defaultId && userId === officialAccount.id && isVisible,
  );
  return requested ?? byDefault ?? feed[0] ?? null;
}

/**
 * The track that home shows first: `requestedId` if the viewer may see it, else the one of `FIRST_TRACK_ID` if it is a
 * visible track of the official account, else the first of `feed`. Null when there is none.
 */
export async function findInitialTrack(options: {
  viewer: { id: string } | null;
  requestedId: number | null;
  feed: readonly Track[];
}): Promise<Track | null> {
  const { viewer, requestedId, feed } = options;
  const defaultId = environment().FIRST_TRACK_ID;
  const ids = requestedId === null ? [defaultId] : [requestedId, defaultId];
  const unlisted = await selectVisible(db, { ids, viewerId: viewer?.id ?? "" });
  return chooseInitialTrack({ requestedId, defaultId, found: await withLabels(unlisted), feed });
}
