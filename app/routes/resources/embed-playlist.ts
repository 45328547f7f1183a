import { z } from "zod";
import { NotFound } from "#app/features/domain-error.ts";
import { embedPlaylistPage } from "#app/features/embed/components/embed-page.tsx";
import { findEmbeddedPlaylist } from "#app/features/embed/server/find-embedded-playlist.server.ts";
import { playlistParams } from "#app/features/playlists/playlists.schema.ts";
import { endpoint, forEverybody } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forEverybody({
    summary: "ほかのサイトに埋め込む、プレイリストのプレーヤーを返します。",
    produces: "text/html",
    params: z.object({ id: z.string() }),
    async answer({ context, params, url }) {
      const playlist = await publicPlaylist(params);
      context.mayBeFramed = true;
      return new Response(embedPlaylistPage({ playlist, origin: url.origin, nonce: context.nonce }), {
        status: playlist ? 200 : 404,
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          // The nonce in it is this answer's.
          "Cache-Control": "private, no-cache",
          "Cross-Origin-Resource-Policy": "cross-origin",
        },
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

/** As everybody hears it, whoever asks. */
async function publicPlaylist(params: { id: string }) {
  const named = playlistParams.safeParse(params);
  if (!named.success) return null;
  try {
    return await findEmbeddedPlaylist({ playlistId: named.data.id });
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}
