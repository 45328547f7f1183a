import { z } from "zod";
import { countCharacters, normalizeText } from "#app/lib/characters.ts";
import { maxSpeakerNameLength, scriptForms, scriptLengths } from "./narration.ts";

const idsOf = <Id extends string>(choices: readonly { id: Id }[]) => choices.map(({ id }) => id);

const speakerName = z
  .string({ error: "話し手の名前が正しくありません" })
  .transform((name) => normalizeText(name).replace(/\s+/g, " "))
  .refine(
    (name) => countCharacters(name) <= maxSpeakerNameLength,
    `話し手の名前は${maxSpeakerNameLength}文字以内で入力してください`,
  )
  .transform((name) => name || undefined);

const voiceId = z.string({ error: "声が正しくありません" }).min(1, "声が正しくありません").max(100);

const fields = {
  form: z
    .enum(idsOf(scriptForms), { error: "形式が正しくありません" })
    .describe("dialogueは対話、explainerは解説、interviewはインタビュー、readingは朗読（ひとり）"),
  length: z
    .enum(idsOf(scriptLengths), { error: "長さが正しくありません" })
    .describe("shortは短め。台本を書くエンジンが短くできるときだけ選べます"),
  hasGreetings: z
    .boolean({ error: "あいさつの有無が正しくありません" })
    .describe("はじめと終わりのあいさつを入れるかどうか"),
  voices: z
    .object({ A: voiceId, B: voiceId }, { error: "声が正しくありません" })
    .describe("声のid。GET /api/voices の一覧から選びます"),
  speakerNames: z
    .object(
      { A: speakerName.optional(), B: speakerName.optional() },
      { error: "話し手の名前が正しくありません" },
    )
    .describe(`話し手の名前。${maxSpeakerNameLength}文字まで。ないときは「A」「B」と表示されます`),
};

/** What may be chosen for a script. */
export const scriptChoices = {
  form: fields.form.optional(),
  length: fields.length.optional(),
  hasGreetings: fields.hasGreetings.optional(),
};

/** What may be chosen for the audio of a script. */
export const voiceChoices = {
  voices: fields.voices.optional(),
  speakerNames: fields.speakerNames.optional(),
};

/** The same for a script as its form posts it. */
export const scriptChoicesOfForm = {
  form: fields.form.optional(),
  length: fields.length.optional(),
  hasGreetings: z
    .enum(["yes", "no"], { error: "あいさつの有無が正しくありません" })
    .transform((choice) => choice === "yes")
    .optional(),
};

/** How a text is told, as replies and the export show it. */
export const narrationReply = z
  .object({
    form: fields.form,
    length: fields.length,
    hasGreetings: fields.hasGreetings,
    voices: z.object({ A: z.string(), B: z.string() }).nullable().describe("声のid。nullならはじめからの声"),
    speakerNames: z.object({ A: z.string().optional(), B: z.string().optional() }),
  })
  .meta({ id: "Presentation", description: "話し方です。" });

/** The voices from which members choose. */
export const voicesReply = z
  .object({
    voices: z.array(
      z.object({ id: z.string(), name: z.string(), samplePath: z.string().describe("見本の音声のアドレス") }),
    ),
    defaultVoices: z.object({ A: z.string(), B: z.string() }).nullable(),
  })
  .meta({ id: "Voices", description: "選べる声です。" });
