import { z } from "zod";
import { factCheckSchema } from "#app/engines/fact-check/fact-check.schema.ts";
import { labelNames } from "#app/engines/script/categories.ts";
import { formatScript, maxScriptLength, parseScript } from "#app/engines/script/script.ts";
import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import { measuredText } from "#app/features/text.schema.ts";
import { countCodePoints, normalizeText } from "#app/lib/characters.ts";
import {
  agreements,
  isLongEnough,
  isSpeakable,
  maxTextLength,
  maxTitleLength,
  speakingRates,
  tooShortText,
  unspeakableText,
} from "./creation.ts";
import { minutesChoices } from "./minutes/minutes.ts";
import { scriptChoices, scriptChoicesOfForm, voiceChoices } from "./narration/narration.schema.ts";
import { lineNumberSchema, readingChoice, wholeNumber } from "./readings/readings.schema.ts";
import { lineMessages, parseScriptAct } from "./script/document/line-acts.ts";
import { spokenLines } from "./script/document/script-edits.ts";

/** A client's fact check, whose lengths are limited. */
const sentFactCheck = z.object({
  ...factCheckSchema.shape,
  summary: z.string().max(2000),
  issues: z.array(z.string().max(1000)).max(100),
  claims: factCheckSchema.shape.claims.max(200).default([]),
});

const text = (o: { required: string; max: number; tooLong: string; mayBeEmpty?: true }) =>
  z
    .string({ error: o.required })
    .transform(normalizeText)
    .refine((value) => o.mayBeEmpty || value.length > 0, { error: o.required, abort: true })
    .refine((value) => countCodePoints(value) <= o.max, { error: o.tooLong, abort: true });

const inputTextSchema = text({
  required: "テキストを入力してください",
  max: maxTextLength,
  tooLong: `テキストは${maxTextLength.toLocaleString("ja-JP")}文字以内で入力してください`,
})
  .refine(isSpeakable, { error: unspeakableText, abort: true })
  .meta({
    description: `もとになる文章。${maxTextLength.toLocaleString("ja-JP")}文字まで`,
    examples: ["夜のラジオには、昼とはちがう時間が流れています。"],
  });

const titleTooLong = `タイトルは${maxTitleLength}文字以内で入力してください`;

/** As names are: a title stands within sentences, whose direction and lines it must not change. */
const titleText = (missing: string) =>
  measuredText({ error: missing, max: maxTitleLength, tooLong: titleTooLong })
    .transform(normalizeName)
    .refine((value) => countCodePoints(value) <= maxTitleLength, titleTooLong);

const titleSchema = titleText("タイトルを入力してください");

const scriptSchema = text({
  required: "台本が必要です",
  max: maxScriptLength,
  tooLong: `台本は${maxScriptLength.toLocaleString("ja-JP")}文字以内で入力してください`,
})
  .refine((script) => parseScript(script).length > 0, { error: "台本が必要です", abort: true })
  .refine((script) => parseScript(script).some((turn) => isSpeakable(turn.text)), unspeakableText)
  .meta({
    description: `「A: …」「B: …」の行からなる台本。${maxScriptLength.toLocaleString("ja-JP")}文字まで`,
    examples: ["A: こんばんは。\nB: こんばんは。"],
  });

/** 0.5 to 2.0, in steps of 0.1. Coerced: forms post text. */
export const speakingRateSchema = z.coerce
  .number({ error: "読み上げ速度が正しくありません" })
  .min(speakingRates.min, "読み上げ速度は0.5〜2.0で指定してください")
  .max(speakingRates.max, "読み上げ速度は0.5〜2.0で指定してください")
  .transform((rate) => Math.round(rate * 10) / 10)
  .describe("読み上げ速度（0.1きざみ）");

/** Built-in categories, or the fallback. */
const labelsSchema = z
  .array(z.enum(labelNames, { error: "カテゴリーが正しくありません" }))
  .max(5, "カテゴリーは5個までです")
  .describe("カテゴリー名");

const isV2UserContent = z
  .boolean()
  .optional()
  .describe("trueなら台本は /create-post-v2 に、それ以外は /create-post に表示されます");

export const generateScriptSchema = z.object({
  inputText: inputTextSchema,
  title: titleSchema.optional(),
  ...scriptChoices,
  isV2UserContent,
});

export const regenerateScriptSchema = z.object({
  inputText: inputTextSchema,
  originalScript: scriptSchema,
  issues: z
    .array(z.string().transform(normalizeText), { error: "指摘事項が正しくありません" })
    .max(100, "指摘事項が多すぎます"),
  isV2UserContent,
});

export const startPreviewSchema = z.object({
  script: scriptSchema,
  title: titleSchema.optional(),
  speakingRate: speakingRateSchema.default(speakingRates.defaultRate),
  inputText: inputTextSchema.optional(),
  form: scriptChoices.form,
  textKind: scriptChoices.textKind,
  ...voiceChoices,
  factCheck: sentFactCheck
    .nullish()
    .describe("受け取りますが、使いません。台本の確認の結果は、サーバーにあるものを使います"),
  labels: labelsSchema.optional(),
});

export const requiredTitle = titleText("タイトルが必要です").refine(
  (value) => value.length > 0,
  "タイトルが必要です",
);

const publishTrackSchema = z.object({
  previewFilename: z.string({ error: "プレビューファイルが必要です" }).min(1, "プレビューファイルが必要です"),
  title: requiredTitle,
  script: scriptSchema,
  labels: labelsSchema.default([]),
  agreedToTerms: z.literal(true, { error: "利用規約への同意が必要です" }),
  duration: z
    .number({ error: "有効な音声時間が必要です" })
    .refine((seconds) => Number.isFinite(seconds) && seconds > 0, "有効な音声時間が必要です"),
  autoUpdateOnly: z.literal(false).optional(),
});

/** With `autoUpdateOnly` a query of the preview's state, sent when the page is left. */
export const publishTrackBody = z.discriminatedUnion(
  "autoUpdateOnly",
  [
    publishTrackSchema,
    z.object({
      autoUpdateOnly: z.literal(true),
      previewFilename: publishTrackSchema.shape.previewFilename,
    }),
  ],
  { error: "autoUpdateOnlyはtrueかfalseで指定してください" },
);

const lineRules = {
  required: "文を入力してください",
  max: maxScriptLength,
  tooLong: `${maxScriptLength.toLocaleString("ja-JP")}文字以内で入力してください`,
};

export const lineSchema = text(lineRules).refine(isSpeakable, unspeakableText);

/** An emptied line is taken out. */
const respokenLineSchema = text({ ...lineRules, mayBeEmpty: true }).refine(
  (line) => line === "" || isSpeakable(line),
  unspeakableText,
);

/** Lines in rows of `linesPerRow`. */
const linesSchema = z
  .array(
    z.array(
      z.object({
        speaker: z.enum(["A", "B"], { error: "声を選んでください" }),
        text: z.string().default("").transform(normalizeText),
      }),
    ),
    { error: "台本が必要です" },
  )
  .transform((rows) => rows.flat());

const scriptOptions = { speakingRate: speakingRateSchema.optional() };
const taskIdSchema = z.string({ error: "タスクを指定してください" }).max(100);

const previewReference = {
  taskId: taskIdSchema,
  version: wholeNumber("ページを読み直して、もう一度お試しください"),
};

/** Unticked checkboxes are missing. */
export const tickedLabels = z
  .array(z.string().optional())
  .max(labelNames.length)
  .default([])
  .transform((names) => names.filter((name) => name !== undefined && name !== ""))
  .pipe(labelsSchema);

/** Without `act` it is saved and must be whole; an act accepts it unfinished. */
const documentSchema = z
  .object({
    intent: z.literal("save-script"),
    scriptTaskId: taskIdSchema,
    title: z.string().default("").transform(normalizeText),
    labels: tickedLabels,
    lines: linesSchema,
    version: wholeNumber("ページを読み直して、もう一度お試しください").nullable().default(null),
    act: z.string().optional(),
    /** In UTF-16 units; empty for nowhere. */
    cursor: z.string().max(10).default(""),
  })
  .transform(({ act: button, cursor, title, labels, lines, ...form }, context) => {
    const refuse = (path: string, message: string) =>
      context.issues.push({ code: "custom", input: form, path: [path], message });
    if (button === undefined) {
      // As it is saved: emptied lines leave the form too.
      const saved = spokenLines(lines);
      const script = scriptSchema.safeParse(formatScript(saved));
      const whole = requiredTitle.safeParse(title);
      if (!whole.success) refuse("title", whole.error.issues[0]?.message ?? "");
      if (saved.length === 0) refuse("lines", lineMessages.empty);
      else if (!script.success) refuse("lines", script.error.issues[0]?.message ?? "");
      return {
        ...form,
        posted: { title: whole.data ?? title, labels, lines: saved },
        script: script.data ?? "",
      };
    }
    const posted = { title, labels, lines };
    const act = parseScriptAct(button);
    if (!act) refuse("act", "この操作はできません");
    if ([...title].length > maxTitleLength) refuse("title", titleTooLong);
    const at = /^\d+$/.test(cursor) ? Number(cursor) : null;
    return {
      ...form,
      intent: "edit-script" as const,
      posted,
      act: act ?? { act: "keep" as const },
      cursor: at,
    };
  });

const unagreed = "利用規約への同意が必要です";

export const tickedAgreements = z
  .array(z.string().optional(), { error: unagreed })
  .max(agreements.length, unagreed)
  .refine((ticks) => agreements.every((_, point) => ticks[point] === "on"), { error: unagreed });

/** `publishTimeOf` validates it. */
export const publishTimeFields = {
  when: z.enum(["now", "later"], { error: "いつ公開するかを選んでください" }).optional(),
  day: z.string().max(20).optional(),
  hour: z.string().max(2).optional(),
};

/** Script and labels come from the task, not from the form. */
export const creationFormSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      ...scriptOptions,
      ...scriptChoicesOfForm,
      intent: z.literal("generate-script"),
      title: titleSchema.optional(),
      inputText: inputTextSchema.refine(isLongEnough, tooShortText),
      minutes: z
        .enum(["all", ...minutesChoices.map(String)], { error: "長さが正しくありません" })
        .transform((choice) => minutesChoices.find((minutes) => String(minutes) === choice))
        .optional(),
    }),
    z.object({ ...scriptOptions, intent: z.literal("regenerate-script"), scriptTaskId: taskIdSchema }),
    z.object({
      intent: z.literal("rewrite-script"),
      scriptTaskId: taskIdSchema,
      form: scriptChoicesOfForm.form,
      textKind: scriptChoicesOfForm.textKind,
    }),
    z.object({
      ...scriptOptions,
      ...voiceChoices,
      intent: z.literal(["rewrite-to-length", "write-by-rules"]),
      scriptTaskId: taskIdSchema,
    }),
    z.object({
      ...scriptOptions,
      ...voiceChoices,
      intent: z.literal("generate-audio"),
      scriptTaskId: taskIdSchema,
    }),
    z.object({
      ...scriptOptions,
      ...voiceChoices,
      intent: z.literal("save-voices"),
      scriptTaskId: taskIdSchema,
    }),
    documentSchema,
    z.object({ intent: z.literal("set-reading"), scriptTaskId: taskIdSchema, ...readingChoice }),
    z.object({ ...previewReference, intent: z.literal("set-line-reading"), ...readingChoice }),
    z.object({
      ...previewReference,
      intent: z.literal("respeak-line"),
      line: lineNumberSchema,
      text: respokenLineSchema,
    }),
    z.object({ ...previewReference, intent: z.literal("undo-line") }),
    z.object({
      ...previewReference,
      intent: z.literal("save-heading"),
      title: requiredTitle,
      labels: tickedLabels,
    }),
    publishTrackSchema.pick({ previewFilename: true, title: true }).extend({
      intent: z.literal("publish"),
      ...publishTimeFields,
      agreedToTerms: tickedAgreements,
    }),
    z.object({ intent: z.literal("start-over") }),
    z.object({ intent: z.literal("cancel"), taskId: taskIdSchema }),
  ],
  { error: "この操作はできません" },
);

export type CreationForm = z.output<typeof creationFormSchema>;
