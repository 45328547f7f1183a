import { and, eq, or } from "drizzle-orm";
import { db } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { NotFound } from "../domain-error.ts";
import { selectTracks, withLabels } from "./select-tracks.server.ts";
import type { TrackWithScript } from "./track.ts";

/** A public track, or a hidden one for its owner. Throws `NotFound`. */
export async function findTrack(options: {
  viewer: { id: string } | null;
  trackId: number;
}): Promise<TrackWithScript> {
  const mayView = options.viewer
    ? or(eq(tracks.isVisible, true), eq(tracks.userId, options.viewer.id))
    : eq(tracks.isVisible, true);
  const [track] = await withLabels(await selectTracks().where(and(eq(tracks.id, options.trackId), mayView)));
  if (!track) throw new NotFound("音声が見つかりません");
  const [text] = await db.select({ script: tracks.script }).from(tracks).where(eq(tracks.id, track.id));
  return { ...track, script: text?.script ?? "" };
}
