import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { toWebVtt } from "#app/features/tracks/transcript/cues.ts";
import { listCues } from "#app/features/tracks/transcript/list-cues.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { crossOriginHeaders } from "#app/http/core/security-headers.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "音声の文字起こしをWebVTTで返します。",
    description:
      "プレミアム限定の音声では、プレミアム会員と投稿した方のほかには、冒頭の30秒までに話される行だけを返します。",
    produces: "text/vtt",
    params: trackParams,
    async answer({ viewer, params }) {
      const track = await findTrack({ viewer, trackId: params.id });
      return new Response(toWebVtt(await listCues({ viewer, track }), track.speakerNames), {
        headers: {
          "Content-Type": "text/vtt; charset=utf-8",
          "Cache-Control": cacheControl(track),
          ...(track.isVisible ? crossOriginHeaders : {}),
        },
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

function cacheControl(track: { isVisible: boolean; isPremiumOnly: boolean }): string {
  if (!track.isVisible) return "private, no-store";
  return track.isPremiumOnly ? "private, no-cache" : "public, no-cache";
}
