import { contactSchema } from "#app/features/contact/contact.schema.ts";
import { sendContactMessage } from "#app/features/contact/send-contact-message.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forAnyone({
    summary: "お問い合わせを送ります。",
    description: "10分以内に同じ内容をもう一度送っても、1件として扱います。",
    reply: doneReply,
    limit: rateLimits.contact,
    body: contactSchema,
    async answer({ viewer, body }) {
      await sendContactMessage({ viewer, message: body });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
