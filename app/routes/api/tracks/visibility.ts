import { z } from "zod";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { trackParams, visibilityReply } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forMembersOrAdmin } from "#app/http/core/endpoint.server.ts";
import { trackEditor } from "./track-editor.server.ts";

const route = endpoint({
  PATCH: forMembersOrAdmin({
    summary: "自分の音声を公開、または非公開にします。管理者は、どの音声でも変更できます。",
    description: "運営が公開を停止している音声では409です。",
    errorStatuses: [409],
    reply: visibilityReply,
    params: trackParams,
    body: z.object({ isVisible: z.boolean({ error: "公開するかどうかを指定してください" }) }),
    async answer(call) {
      const trackId = call.params.id;
      return setTrackVisibility({ ...(await trackEditor(call, trackId)), trackId, ...call.body });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
