import { z } from "zod";
import { builtInCategories, fallbackCategory } from "#app/engines/script/categories.ts";
import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import { tickedAgreements } from "#app/features/creation/creation.schema.ts";
import { scriptChoicesOfForm } from "#app/features/creation/narration/narration.schema.ts";
import { atMost, measuredText } from "#app/features/text.schema.ts";
import { divisions, episodeActs, maxSeriesTitleLength } from "./series.ts";

const tooLong = `番組名は${maxSeriesTitleLength}文字以内で入力してください`;
const title = measuredText({ error: "番組名を入力してください", max: maxSeriesTitleLength, tooLong })
  .transform(normalizeName)
  .pipe(z.string().min(1, "番組名を入力してください").check(atMost(maxSeriesTitleLength, tooLong)));

/** Ignores a wrong address. */
export const divisionSchema = z.enum(divisions).nullable().catch(null);

export const seriesCategories = [...builtInCategories, fallbackCategory] as const;

/** 0 is Sunday. */
const cadenceFields = {
  when: z.enum(["now", "days"], { error: "公開のしかたを選んでください" }),
  days: z
    .array(z.string().optional(), { error: "曜日を選んでください" })
    .max(7)
    .default([])
    .transform((ticks) => [0, 1, 2, 3, 4, 5, 6].filter((day) => ticks[day] === "on")),
  hour: z.coerce.number({ error: "時刻を選んでください" }).int().min(0).max(23),
};

const hasDays = ({ when, days }: { when: string; days: number[] }) => when === "now" || days.length > 0;
const noDays = { error: "公開する曜日を選んでください", path: ["days"] };

export const newSeriesSchema = z
  .object({
    by: z.enum(divisions, { error: "分けかたを選んでください" }),
    /** Names the episodes on the page: the text may have changed since. */
    version: z.string().max(40),
    title,
    category: z.enum(seriesCategories, { error: "カテゴリーを選んでください" }),
    form: scriptChoicesOfForm.form,
    ...cadenceFields,
    agreedToTerms: tickedAgreements,
  })
  .refine(hasDays, noDays);

export type NewSeries = z.output<typeof newSeriesSchema>;

const episodeId = z.coerce
  .number({ error: "回を指定してください" })
  .int()
  .min(1)
  .max(2 ** 31 - 1);

export const seriesFormSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.enum(episodeActs), episode: episodeId }),
    z.object({ intent: z.literal("pause") }),
    z.object({ intent: z.literal("resume") }),
    z.object({ intent: z.literal("delete") }),
    z.object({ intent: z.literal("cadence"), ...cadenceFields }).refine(hasDays, noDays),
  ],
  { error: "この操作はできません" },
);
