import { z } from "zod";
import { contactEmail } from "#app/features/contact/contact.schema.ts";
import { isAlertKind } from "./alerts.ts";

/** One checkbox posts a text, several a list, none nothing. Kinds of other versions are dropped. */
export const tickedKinds = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((kinds) => [...new Set([kinds].flat())].filter(isAlertKind));

/** Minutes after midnight, of 「22:30」; null for an empty field. */
const minutes = z
  .string()
  .default("")
  .transform((text, context) => {
    if (text === "") return null;
    const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
    if (hour !== undefined && minute !== undefined) return Number(hour) * 60 + Number(minute);
    context.addIssue({ code: "custom", message: "時刻を選んでください" });
    return z.NEVER;
  });

const settings = z
  .object({
    intent: z.literal("save"),
    push: tickedKinds,
    byEmail: tickedKinds,
    email: z.union([z.literal("").transform(() => null), contactEmail]).default(null),
    quietFrom: minutes,
    quietUntil: minutes,
    urgentPasses: z
      .literal("on")
      .optional()
      .transform((value) => value === "on"),
  })
  .transform(({ quietFrom: from, quietUntil: until, ...rest }, context) => {
    if (from === null && until === null) return { ...rest, quiet: null };
    if (from === null || until === null || from === until) {
      const message =
        from !== null && until !== null
          ? "始まりと違う時刻を選んでください"
          : "始まりと終わりの両方を選んでください";
      context.addIssue({ code: "custom", message, path: [from === null ? "quietFrom" : "quietUntil"] });
      return z.NEVER;
    }
    return { ...rest, quiet: { from, until } };
  });

export const alertsForm = z.discriminatedUnion("intent", [
  settings,
  z.object({ intent: z.literal("test") }),
  z.object({ intent: z.literal("remove-device"), device: z.string().min(1).max(100) }),
]);
