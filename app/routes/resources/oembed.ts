import { z } from "zod";
import { NotFound } from "#app/features/domain-error.ts";
import {
  parsePlaylistUrl,
  parseTrackUrl,
  playlistOembed,
  trackOembed,
} from "#app/features/embed/oembed.server.ts";
import { findCoverTracks } from "#app/features/playlists/cover/cover-tracks.server.ts";
import { findPlaylistByAddress } from "#app/features/playlists/server/find-playlist.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { HttpError } from "#app/http/core/error-response.ts";

/** Invalid sizes are ignored. */
const size = z.coerce.number().int().min(1).max(100_000).optional().catch(undefined);

const route = endpoint({
  GET: forAnyone({
    summary: "音声の埋め込み方をoEmbedで返します。",
    produces: "application/json",
    query: z.object({
      url: z.string("urlを指定してください"),
      format: z.string().default("json"),
      maxwidth: size,
      maxheight: size,
    }),
    async handle({ query, url }) {
      if (query.format !== "json")
        throw new HttpError(501, "not_implemented", "formatはjsonだけに対応しています");
      const { maxwidth: maxWidth, maxheight: maxHeight } = query;
      return Response.json(await findOembed(query.url, { origin: url.origin, maxWidth, maxHeight }), {
        headers: {
          "Cache-Control": "public, max-age=3600",
          // Browsers fetch it too, not only servers.
          "Access-Control-Allow-Origin": "*",
          "Cross-Origin-Resource-Policy": "cross-origin",
        },
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

async function findOembed(
  url: string,
  o: { origin: string; maxWidth: number | undefined; maxHeight: number | undefined },
) {
  const address = parsePlaylistUrl(url, o.origin);
  if (address) {
    const playlist = await findPlaylistByAddress({ viewer: null, address });
    return playlistOembed({ playlist, coverTracks: await findCoverTracks(playlist.id), ...o });
  }
  const track = trackParams.safeParse({ id: parseTrackUrl(url, o.origin) });
  if (!track.success) throw new NotFound("音声が見つかりません");
  return trackOembed({ track: await findTrack({ viewer: null, trackId: track.data.id }), ...o });
}
