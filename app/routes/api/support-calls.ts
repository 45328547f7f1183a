import { contactSchema } from "#app/features/contact/contact.schema.ts";
import { sendContactMessage } from "#app/features/contact/send-contact-message.server.ts";
import { chatReply, chatSchema } from "#app/features/support/chat/chat.schema.ts";
import { answerQuestion } from "#app/features/support/chat/server/answer-question.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forAnyone } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

export const supportCalls: CallTable = {
  "/api/contact": {
    POST: forAnyone({
      summary: "お問い合わせを送ります。",
      description: "10分以内に同じ内容をもう一度送っても、1件として扱います。",
      limit: rateLimits.contact,
      body: contactSchema,
      does: ({ viewer, body }) => sendContactMessage({ viewer, message: body }),
    }),
  },
  "/api/ai-chat": {
    POST: forAnyone({
      summary: "サポートへの質問に、よくある質問と規約の文章から答えます。",
      reply: chatReply,
      limit: rateLimits.askSupport,
      body: chatSchema,
      async handle({ request, body: { message }, viewer }) {
        const userId = viewer?.id ?? null;
        return { response: await answerQuestion({ message, userId, signal: request.signal }) };
      },
    }),
  },
};
