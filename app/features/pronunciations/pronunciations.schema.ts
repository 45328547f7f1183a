import { z } from "zod";
import { countMorae, toKatakana } from "#app/engines/pronunciations/katakana.ts";
import { rowId } from "#app/features/row-id.schema.ts";
import { atMost, measuredText } from "#app/features/text.schema.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { maxImportLength, maxReadingLength, maxWordLength, pronunciationMessages } from "./pronunciations.ts";

const word = measuredText({
  error: pronunciationMessages.word,
  max: maxWordLength,
  tooLong: pronunciationMessages.wordTooLong,
})
  .transform((text) => normalizeUnicode(text, "NFKC").replace(/\s+/g, " ").trim())
  .pipe(
    z
      .string()
      .min(1, pronunciationMessages.word)
      .check(atMost(maxWordLength, pronunciationMessages.wordTooLong)),
  )
  .describe("漢字や英字の言葉（1〜50文字）");

const reading = measuredText({
  error: pronunciationMessages.reading,
  max: maxReadingLength,
  tooLong: pronunciationMessages.readingTooLong,
})
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .min(1, pronunciationMessages.reading)
      .check(atMost(maxReadingLength, pronunciationMessages.readingTooLong)),
  )
  .transform((text, ctx) => {
    const kana = toKatakana(text);
    if (kana === null) ctx.addIssue({ code: "custom", message: pronunciationMessages.readingKana });
    return kana ?? z.NEVER;
  })
  .describe("ひらがなかカタカナの読み（1〜100文字）。カタカナで保存します。");

const accentOfReading = {
  path: ["accent"],
  message: pronunciationMessages.accent,
};
const fitsReading = ({ reading, accent }: { reading: string; accent: number | null }) =>
  accent === null || accent <= countMorae(reading);

/** Body of `POST /api/pronunciations`, and a row of an import. */
export const pronunciationSchema = z
  .object({
    word,
    reading,
    accent: z
      .number(pronunciationMessages.accent)
      .int(pronunciationMessages.accent)
      .min(0, pronunciationMessages.accent)
      .nullable()
      .default(null)
      .describe("音の高さが下がる直前の音の番号。0は下がらない読み方。空ならエンジンにまかせます。"),
  })
  .refine(fitsReading, accentOfReading);

export type PronunciationInput = z.output<typeof pronunciationSchema>;

const formId = rowId();

const saveForm = z
  .object({
    intent: z.literal("save"),
    /** The page of the script with the form, and the readings that it offers besides. */
    next: z
      .string()
      .max(1000)
      .regex(/^\/(?:create-post(?:-v2)?|track\/\d{1,10}\/correct)(?:\?read=[^#\s]*)?$/)
      .optional(),
    id: z.union([z.literal("").transform(() => null), formId]).default(null),
    word,
    reading,
    accent: z
      .string()
      .regex(/^\d{0,3}$/, pronunciationMessages.accent)
      .default("")
      .transform((text) => (text === "" ? null : Number(text))),
  })
  .refine(fitsReading, accentOfReading);

/** `id` in a saved entry: a known one. */
export const pronunciationsFormSchema = z.discriminatedUnion("intent", [
  saveForm,
  z.object({ intent: z.literal("delete"), id: formId }),
  z.object({
    intent: z.literal("import"),
    text: z.string().max(maxImportLength, pronunciationMessages.importTooLong).default(""),
    file: z.instanceof(File).optional(),
  }),
]);

/** Body of `POST /api/pronunciations/import`. */
export const importPronunciationsSchema = z.object({
  text: z
    .string(pronunciationMessages.importEmpty)
    .min(1, pronunciationMessages.importEmpty)
    .max(maxImportLength, pronunciationMessages.importTooLong)
    .describe("CSV（言葉,読み,アクセント）かJSON"),
});

/** Short, so that the sample lasts about a second. */
export const readingSampleQuery = z
  .object({
    reading: z
      .string(pronunciationMessages.readingKana)
      .regex(/^[ァ-ヶ][ァ-ヶー]{0,29}$/, pronunciationMessages.readingKana)
      .describe("カタカナ（1〜30文字）"),
    accent: z
      .string()
      .regex(/^\d{0,2}$/, pronunciationMessages.accent)
      .default("")
      .transform((text) => (text === "" ? null : Number(text)))
      .describe("音の高さが下がる直前の音の番号。空ならエンジンにまかせます"),
    after: z
      .string()
      .regex(/^[^｜|《》\s]{0,10}$/, "あとに続く言葉は、空白と｜《》のない10文字までです")
      .default("")
      .describe("あとに続く言葉（10文字まで）"),
    voice: z.string().max(100).default("").describe("声のID。空なら1人目の声"),
  })
  .refine(fitsReading, accentOfReading);

export const pronunciationParams = z.object({ id: formId });

export const pronunciationReply = z
  .object({
    id: z.int(),
    word: z.string(),
    reading: z.string().describe("カタカナ"),
    accent: z.int().nullable(),
  })
  .meta({ id: "Reading", description: "読み辞書の1件です。" });

export const pronunciationsReply = z.array(pronunciationReply);
export const importReply = z.object({ imported: z.int().describe("取り込んだ件数") });
