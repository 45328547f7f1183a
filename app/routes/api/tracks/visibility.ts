import { z } from "zod";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { trackParams, visibilityReply } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  PATCH: forMembers({
    summary: "自分の音声を公開、または非公開にします。",
    reply: visibilityReply,
    params: trackParams,
    body: z.object({ isVisible: z.boolean({ error: "公開するかどうかを指定してください" }) }),
    answer: ({ viewer, params, body }) => setTrackVisibility({ viewer, trackId: params.id, ...body }),
  }),
});
export const loader = route.loader;
export const action = route.action;
