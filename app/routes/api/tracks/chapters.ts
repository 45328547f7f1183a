import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { chaptersReply, trackParams } from "#app/features/tracks/tracks.schema.ts";
import { chaptersOf } from "#app/features/tracks/transcript/cues.ts";
import { listCues } from "#app/features/tracks/transcript/list-cues.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { crossOriginHeaders } from "#app/http/core/security-headers.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "音声のチャプターをPodcasting 2.0のJSONで返します。",
    description: "台本が見出しで分かれていない音声では空です。",
    reply: chaptersReply,
    params: trackParams,
    async answer({ viewer, params }) {
      const track = await findTrack({ viewer, trackId: params.id });
      const chapters = chaptersOf(await listCues({ viewer, track }));
      const isShared = track.isVisible && !track.isPremiumOnly;
      return Response.json(
        {
          version: "1.2.0",
          chapters: chapters.map(({ startMs, title }) => ({ startTime: startMs / 1000, title })),
        },
        {
          headers: {
            "Cache-Control": isShared ? "public, no-cache" : "private, no-cache",
            ...(track.isVisible ? crossOriginHeaders : {}),
          },
        },
      );
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
