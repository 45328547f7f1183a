import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { listCues } from "#app/features/tracks/server/list-cues.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { webVtt } from "#app/features/tracks/web-vtt.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { forOtherSites } from "#app/http/for-other-sites.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "音声の文字起こしをWebVTTで返します。",
    produces: "text/vtt",
    params: trackParams,
    async answer({ viewer, params }) {
      const track = await findTrack({ viewer, trackId: params.id });
      return new Response(webVtt(await listCues(track.id)), {
        headers: {
          "Content-Type": "text/vtt; charset=utf-8",
          "Cache-Control": track.isVisible ? "public, no-cache" : "private, no-store",
          ...(track.isVisible ? forOtherSites : {}),
        },
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
