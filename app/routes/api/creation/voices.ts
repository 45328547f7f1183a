import { voicesReply } from "#app/features/creation/presentation/presentation.schema.ts";
import { findVoiceOptions } from "#app/features/creation/presentation/voice-sample.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "音声をつくるときに選べる声を返します。",
    reply: voicesReply,
    answer: async () => (await findVoiceOptions()) ?? { voices: [], defaultVoices: null },
  }),
});
export const loader = route.loader;
export const action = route.action;
