import { z } from "zod";

const unusable = "この操作はできません";

/**
 * The forms of the settings: `stop-push` ends the push messages of one browser of the member's, `push-followed-tracks` chooses
 * those about what followed members publish, `portal` opens Stripe's page
 * with card and receipts, `start-speed-trial` begins the 24 hours of 2.0x speed.
 */
export const settingsFormSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("stop-push"),
      device: z.string(unusable).min(1, unusable).max(100, unusable),
    }),
    z.object({ intent: z.literal("push-followed-tracks"), isOn: z.enum(["on", "off"], unusable) }),
    z.object({ intent: z.literal("portal") }),
    z.object({ intent: z.literal("start-speed-trial") }),
    z.object({ intent: z.literal("background-play"), isOn: z.enum(["on", "off"], unusable) }),
  ],
  unusable,
);
