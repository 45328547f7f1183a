import { z } from "zod";

const unusable = "この操作はできません";

export const stopTokenSchema = z.string(unusable).regex(/^[\w-]{32}$/, unusable);

export const insightsFormSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("weekly-email"), isOn: z.enum(["on", "off"], unusable) }),
    z.object({ intent: z.literal("stop-weekly-email"), token: stopTokenSchema }),
  ],
  unusable,
);
