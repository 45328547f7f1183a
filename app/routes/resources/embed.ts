import { z } from "zod";
import { nullIfNotFound } from "#app/features/domain-error.ts";
import { embedPage, embedResponse } from "#app/features/embed/embed-page.tsx";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "ほかのサイトに埋め込むプレーヤーを返します。",
    produces: "text/html",
    params: z.object({ id: z.string() }),
    async handle({ context, params, url }) {
      const track = await findPublicTrack(params);
      context.allowFraming = true;
      const page = embedPage({ track, origin: url.origin, nonce: context.nonce });
      return embedResponse(page, { isFound: track !== null });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

/** Null unless it is public, whoever asks: a hidden track is not embedded for its author either. */
async function findPublicTrack(params: { id: string }): Promise<Track | null> {
  const parsed = trackParams.safeParse(params);
  if (!parsed.success) return null;
  return nullIfNotFound(findTrack({ viewer: null, trackId: parsed.data.id }));
}
