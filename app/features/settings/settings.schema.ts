import { z } from "zod";
import { accountFormSchema } from "#app/features/accounts/accounts.schema.ts";

const unusable = "この操作はできません";

/**
 * The account's forms too: it is one page. `stop-push` ends the push messages of one of the member's browsers; `portal` opens
 * Stripe's page.
 */
export const settingsFormSchema = z.discriminatedUnion(
  "intent",
  [
    ...accountFormSchema.options,
    z.object({
      intent: z.literal("stop-push"),
      device: z.string(unusable).min(1, unusable).max(100, unusable),
    }),
    z.object({ intent: z.literal("push-followed-tracks"), isOn: z.enum(["on", "off"], unusable) }),
    z.object({ intent: z.literal("news"), isOn: z.enum(["on", "off"], unusable) }),
    z.object({ intent: z.literal("digest"), isOn: z.enum(["on", "off"], unusable) }),
    z.object({
      intent: z.literal("unblock"),
      member: z.string(unusable).min(1, unusable).max(64, unusable),
    }),
    z.object({ intent: z.literal("portal") }),
    z.object({ intent: z.literal("start-speed-trial") }),
    z.object({ intent: z.literal("background-play"), isOn: z.enum(["on", "off"], unusable) }),
  ],
  unusable,
);
