import { z } from "zod";
import { isPublicUrl } from "#app/engines/public-address.ts";
import { tickedKinds } from "../alerts/alerts.schema.ts";
import { maxWebhookUrlLength, webhookMessages } from "./webhooks.ts";

const url = z
  .string({ error: webhookMessages.badUrl })
  .trim()
  .max(maxWebhookUrlLength, webhookMessages.badUrl)
  .transform((text, context) => {
    const parsed = URL.parse(text);
    if (parsed && mayBeCalled(parsed)) return parsed.href;
    context.addIssue({ code: "custom", message: webhookMessages.badUrl });
    return z.NEVER;
  });

/** Prevents SSRF, with `lookupPublic` at every try: TLS, a name, the usual port, no password. */
export const mayBeCalled = (parsed: URL): boolean =>
  isPublicUrl(parsed) && parsed.port === "" && parsed.username === "" && parsed.password === "";

const id = z.string().min(1).max(100);
const kinds = tickedKinds.refine((ticked) => ticked.length > 0, webhookMessages.noKinds);

export const webhooksForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("create"), url, kinds }),
  z.object({ intent: z.literal("kinds"), id, kinds }),
  z.object({ intent: z.literal("test"), id }),
  z.object({ intent: z.literal("delete"), id }),
]);
