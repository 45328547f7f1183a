import { z } from "zod";
import { maxBlocksOnPage } from "./sources.ts";

/** What the form of a text's page is posted for. `all` and `none` tick the paragraphs of the page. */
export const choiceIntents = ["use", "save", "previous", "next", "all", "none", "delete"] as const;

/** The form of one page of a text: its ticks, in the order of the page's blocks. */
export const choiceFormSchema = z.object({
  intent: z.enum(choiceIntents, { error: "この操作はできません" }),
  page: z.coerce.number({ error: "ページを指定してください" }).int().min(0).max(10_000),
  chosen: z.array(z.string().optional()).max(maxBlocksOnPage).default([]),
});

export type ChoiceForm = z.output<typeof choiceFormSchema>;
