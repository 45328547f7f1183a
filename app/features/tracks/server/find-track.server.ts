import { and, eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import type { TrackWithScript } from "../track.ts";
import { selectTracks, withLabels } from "./select-tracks.server.ts";
import { visibleTo } from "./visible-to.server.ts";

/** A public track, or a hidden one for its owner. Throws `NotFound`. */
export async function findTrack(options: {
  viewer: { id: string } | null;
  trackId: number;
}): Promise<TrackWithScript> {
  const { viewer, trackId } = options;
  const [track] = await withLabels(
    await selectTracks().where(and(eq(tracks.id, trackId), visibleTo(viewer))),
  );
  if (!track) throw new NotFound("音声が見つかりません");
  const [text] = await db.select({ script: tracks.script }).from(tracks).where(eq(tracks.id, track.id));
  return { ...track, script: text?.script ?? "" };
}
