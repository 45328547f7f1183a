import { z } from "zod";
import { nullIfNotFound } from "#app/features/domain-error.ts";
import { embedPlaylistPage, embedResponse } from "#app/features/embed/embed-page.tsx";
import { findEmbeddedPlaylist } from "#app/features/embed/find-embedded-playlist.server.ts";
import { playlistParams } from "#app/features/playlists/playlists.schema.ts";
import { endpoint, forPublic } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forPublic({
    summary: "ほかのサイトに埋め込む、プレイリストのプレーヤーを返します。",
    produces: "text/html",
    params: z.object({ id: z.string() }),
    async handle({ context, params, url }) {
      const playlist = await findPublicPlaylist(params);
      context.allowFraming = true;
      const page = embedPlaylistPage({ playlist, origin: url.origin, nonce: context.nonce });
      return embedResponse(page, { isFound: playlist !== null });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

/** Null unless it is public, whoever asks. */
async function findPublicPlaylist(params: { id: string }) {
  const parsed = playlistParams.safeParse(params);
  if (!parsed.success) return null;
  return nullIfNotFound(findEmbeddedPlaylist({ playlistId: parsed.data.id }));
}
