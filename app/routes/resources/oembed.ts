import { z } from "zod";
import { NotFound } from "#app/features/domain-error.ts";
import { playlistOfAddress } from "#app/features/embed/playlist-of-address.ts";
import { oembedAnswer, oembedOfPlaylist } from "#app/features/embed/server/oembed-answer.server.ts";
import { trackIdOfAddress } from "#app/features/embed/track-id-of-address.ts";
import { findPlaylistOfPage } from "#app/features/playlists/server/find-playlist-of-page.server.ts";
import { listWovenTracks } from "#app/features/playlists/server/list-woven-tracks.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { HttpError } from "#app/http/error-response.ts";

/** Consumers send what they like: what is no size is none. */
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
    async answer({ query, url }) {
      if (query.format !== "json")
        throw new HttpError(501, "not_implemented", "formatはjsonだけに対応しています");
      const { maxwidth: maxWidth, maxheight: maxHeight } = query;
      return Response.json(await answerTo(query.url, { origin: url.origin, maxWidth, maxHeight }), {
        headers: {
          "Cache-Control": "public, max-age=3600",
          // Pages ask too, not only servers.
          "Access-Control-Allow-Origin": "*",
          "Cross-Origin-Resource-Policy": "cross-origin",
        },
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

/** As everybody sees it, whoever asks. */
async function answerTo(
  address: string,
  o: { origin: string; maxWidth: number | undefined; maxHeight: number | undefined },
) {
  const named = playlistOfAddress(address, o.origin);
  if (named) {
    const playlist = await findPlaylistOfPage({ viewer: null, address: named });
    const woven = (await listWovenTracks([playlist.id])).get(playlist.id) ?? [];
    return oembedOfPlaylist({ playlist, woven, ...o });
  }
  const track = trackParams.safeParse({ id: trackIdOfAddress(address, o.origin) });
  if (!track.success) throw new NotFound("音声が見つかりません");
  return oembedAnswer({ track: await findTrack({ viewer: null, trackId: track.data.id }), ...o });
}
