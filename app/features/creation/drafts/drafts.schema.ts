import { z } from "zod";
import { publishTimeFields, requiredTitle, tickedAgreements } from "../creation.schema.ts";

/** Whoever planned a track agreed then. */
export const draftFormSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("publish"),
      title: requiredTitle,
      ...publishTimeFields,
      agreedToTerms: tickedAgreements,
    }),
    z.object({ intent: z.literal("change"), title: requiredTitle, ...publishTimeFields }),
    z.object({ intent: z.literal("withdraw") }),
    z.object({ intent: z.literal("delete") }),
  ],
  { error: "この操作はできません" },
);
