import { listTracks } from "#app/features/tracks/list-tracks.server.ts";
import { presentTrack } from "#app/features/tracks/present-track.ts";
import { screen } from "#app/http/screen.server.ts";
import type { Route } from "./+types/home";

export const loader = screen(async (_: Route.LoaderArgs) => {
  const { tracks, next } = await listTracks({ limit: 20 });
  return { tracks: tracks.map(presentTrack), next };
});

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <ul>
      {loaderData.tracks.map((track) => (
        <li key={track.id}>
          <a href={`/track/${track.id}`}>{track.title}</a>
        </li>
      ))}
    </ul>
  );
}
