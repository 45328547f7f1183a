import { chatReply, chatSchema } from "#app/features/support/chat/chat.schema.ts";
import { answerQuestion } from "#app/features/support/chat/server/answer-question.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forAnyone({
    summary: "サポートへの質問に、よくある質問と規約の文章から答えます。",
    reply: chatReply,
    limit: rateLimits.askSupport,
    body: chatSchema,
    async answer({ request, body: { message }, viewer }) {
      const userId = viewer?.id ?? null;
      return { response: await answerQuestion({ message, userId, signal: request.signal }) };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
