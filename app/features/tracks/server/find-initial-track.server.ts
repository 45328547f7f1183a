import { and, inArray } from "drizzle-orm";
import { tracks } from "#db/schema/index.ts";
import { chooseInitialTrack, defaultTrackId } from "../choose-initial-track.ts";
import type { Track } from "../track.ts";
import { selectTracks, withLabels } from "./select-tracks.server.ts";
import { visibleTo } from "./visible-to.server.ts";

/**
 * The track that home begins with (spec 1 §4): `asked` if the viewer may know of it, else 74 if it is public, else the
 * first of `feed`. Null when there is none.
 */
export async function findInitialTrack(options: {
  viewer: { id: string } | null;
  asked: number | null;
  feed: readonly Track[];
}): Promise<Track | null> {
  const { viewer, asked, feed } = options;
  const ids = asked === null ? [defaultTrackId] : [asked, defaultTrackId];
  const rows = await selectTracks().where(and(inArray(tracks.id, ids), visibleTo(viewer)));
  const found = await withLabels(rows.filter(({ id, isVisible }) => id === asked || isVisible));
  return chooseInitialTrack({ asked, found, feed });
}
