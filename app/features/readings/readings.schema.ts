import { z } from "zod";
import { countMorae, toKatakana } from "#app/engines/readings/katakana.ts";
import { atMost, measuredText } from "#app/features/text.schema.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { maxImportLength, maxReadingLength, maxWordLength, readingMessages } from "./readings.ts";

const word = measuredText({
  error: readingMessages.word,
  max: maxWordLength,
  tooLong: readingMessages.wordTooLong,
})
  .transform((text) => normalizeUnicode(text, "NFKC").replace(/\s+/g, " ").trim())
  .pipe(z.string().min(1, readingMessages.word).check(atMost(maxWordLength, readingMessages.wordTooLong)))
  .describe("漢字や英字の言葉（1〜50文字）");

const reading = measuredText({
  error: readingMessages.reading,
  max: maxReadingLength,
  tooLong: readingMessages.readingTooLong,
})
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .min(1, readingMessages.reading)
      .check(atMost(maxReadingLength, readingMessages.readingTooLong)),
  )
  .transform((text, ctx) => {
    const kana = toKatakana(text);
    if (kana === null) ctx.addIssue({ code: "custom", message: readingMessages.readingKana });
    return kana ?? z.NEVER;
  })
  .describe("ひらがなかカタカナの読み（1〜100文字）。カタカナで保存します。");

const accentOfReading = {
  path: ["accent"],
  message: readingMessages.accent,
};
const fitsReading = ({ reading, accent }: { reading: string; accent: number | null }) =>
  accent === null || accent <= countMorae(reading);

/** Body of `POST /api/readings`, and a row of an import. */
export const readingSchema = z
  .object({
    word,
    reading,
    accent: z
      .number(readingMessages.accent)
      .int(readingMessages.accent)
      .min(0, readingMessages.accent)
      .nullable()
      .default(null)
      .describe("音の高さが下がる直前の音の番号。0は下がらない読み方。空ならエンジンにまかせます。"),
  })
  .refine(fitsReading, accentOfReading);

export type ReadingInput = z.output<typeof readingSchema>;

const formId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .refine((id) => id < 2 ** 31);

const saveForm = z
  .object({
    intent: z.literal("save"),
    /** The page of the script that the form was on. */
    next: z.enum(["/create-post", "/create-post-v2"]).optional(),
    id: z.union([z.literal("").transform(() => null), formId]).default(null),
    word,
    reading,
    accent: z
      .string()
      .regex(/^\d{0,3}$/, readingMessages.accent)
      .default("")
      .transform((text) => (text === "" ? null : Number(text))),
  })
  .refine(fitsReading, accentOfReading);

/** The forms of a dictionary's page: save an entry (with `id` a known one), delete one, import many. */
export const readingsFormSchema = z.discriminatedUnion("intent", [
  saveForm,
  z.object({ intent: z.literal("delete"), id: formId }),
  z.object({
    intent: z.literal("import"),
    text: z.string().max(maxImportLength, readingMessages.importTooLong).default(""),
    file: z.instanceof(File).optional(),
  }),
]);

/** Body of `POST /api/readings/import`. */
export const importReadingsSchema = z.object({
  text: z
    .string(readingMessages.importEmpty)
    .min(1, readingMessages.importEmpty)
    .max(maxImportLength, readingMessages.importTooLong)
    .describe("CSV（言葉,読み,アクセント）かJSON"),
});

export const readingParams = z.object({ id: formId });

export const readingReply = z
  .object({
    id: z.int(),
    word: z.string(),
    reading: z.string().describe("カタカナ"),
    accent: z.int().nullable(),
  })
  .meta({ id: "Reading", description: "読み辞書の1件です。" });

export const readingsReply = z.array(readingReply);
export const importReply = z.object({ imported: z.int().describe("取り込んだ件数") });
