import { z } from "zod";
import { NotFound } from "#app/features/domain-error.ts";
import { embedPage } from "#app/features/embed/components/embed-page.tsx";
import { type ListedTrack, listedTrack } from "#app/features/tracks/listed-track.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "ほかのサイトに埋め込むプレーヤーを返します。",
    produces: "text/html",
    params: z.object({ id: z.string() }),
    async answer({ context, params, url }) {
      const track = await publicTrack(params);
      context.mayBeFramed = true;
      return new Response(embedPage({ track, origin: url.origin, nonce: context.nonce }), {
        status: track ? 200 : 404,
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

/** As everybody hears it, whoever asks: a hidden track's own poster gets none either. */
async function publicTrack(params: { id: string }): Promise<ListedTrack | null> {
  const named = trackParams.safeParse(params);
  if (!named.success) return null;
  try {
    return listedTrack(await findTrack({ viewer: null, trackId: named.data.id }));
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}
