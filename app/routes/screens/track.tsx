import { findTrack } from "#app/features/tracks/find-track.server.ts";
import { listCues } from "#app/features/tracks/list-cues.server.ts";
import { presentTrack } from "#app/features/tracks/present-track.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { getViewer } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import type { Route } from "./+types/track";

export const loader = screen(async ({ params, context }: Route.LoaderArgs) => {
  const { success, data } = trackParams.safeParse(params);
  if (!success) throw new NotFound("音声が見つかりません");
  const track = await findTrack({ viewer: await getViewer(context), trackId: data.id });
  return { track: presentTrack(track), cues: await listCues(track.id) };
});

export default function TrackScreen({ loaderData }: Route.ComponentProps) {
  return <h1>{loaderData.track.title}</h1>;
}
