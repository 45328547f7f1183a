import { z } from "zod";
import { maxAddressLength, maxBlocksOnPage, pageMessages } from "./sources.ts";

/** `all` and `none` tick the paragraphs of the page. */
const choiceIntents = [
  "use",
  "minutes",
  "series",
  "save",
  "previous",
  "next",
  "all",
  "none",
  "delete",
] as const;

/** `chosen`: ticks in the order of the page's blocks. */
export const choiceFormSchema = z.object({
  intent: z.enum(choiceIntents, { error: "この操作はできません" }),
  page: z.coerce.number({ error: "ページを指定してください" }).int().min(0).max(10_000),
  chosen: z.array(z.string().optional()).max(maxBlocksOnPage).default([]),
});

export type ChoiceForm = z.output<typeof choiceFormSchema>;

/** The text is the member's own, or used with permission. */
export const addressFormSchema = z.object({
  intent: z.literal("address", { error: "この操作はできません" }),
  address: z
    .string({ error: pageMessages["bad-address"] })
    .trim()
    .max(maxAddressLength, pageMessages["bad-address"])
    .refine((address) => URL.canParse(address), pageMessages["bad-address"]),
  permitted: z.literal("on", { error: "自分の文章か、使う許可のある文章だけを取り込めます。" }),
});
