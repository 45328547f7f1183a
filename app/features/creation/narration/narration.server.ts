import { eq } from "drizzle-orm";
import type { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { speakersIn } from "#app/engines/script/script.ts";
import type { ScriptForm, ScriptLength } from "#app/engines/script/script-engine.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { type Db, primary } from "#db/client.ts";
import { creationChoices, type StoredNarration } from "#db/schema/index.ts";
import type { narrationReply } from "./narration.schema.ts";
import { defaultNarration, fitsAnyText, type Narration, scriptForms } from "./narration.ts";

export const writesByRules = () => environment().SCRIPT_ENGINE === "local";

/** The lengths that this installation's engine can write: rules leave nothing out. */
export function offeredLengths(): readonly ScriptLength[] {
  return writesByRules() ? ["normal"] : ["normal", "short"];
}

/** The forms that the engine can write, by default this installation's: rules find no plainer words. */
export function offeredForms(isByRules = writesByRules()): ScriptForm[] {
  return scriptForms.flatMap(({ id }) => (id === "plain" && isByRules ? [] : id));
}

/** The member's last choice, if still possible, else defaults. */
export async function findChoices(userId: string): Promise<Narration> {
  const [found] = await primary
    .select({ narration: creationChoices.narration })
    .from(creationChoices)
    .where(eq(creationChoices.userId, userId));
  const { form, length, ...narration } = { ...defaultNarration, ...found?.narration };
  return {
    ...narration,
    form: offeredForms().includes(form) ? form : defaultNarration.form,
    length: offeredLengths().includes(length) ? length : defaultNarration.length,
  };
}

/**
 * Stores choices, in the transaction that locked the member. What holds for one text alone is not kept: its kind, its chosen
 * sentences with their length, and a form that other texts don't fit.
 */
export async function saveChoices(tx: Db, userId: string, narration: Narration, now: Date): Promise<void> {
  const form = fitsAnyText(narration.form) ? narration.form : defaultNarration.form;
  const { textKind, isChosen, seconds, isByRules, focus } = defaultNarration;
  const remembered = { ...narration, form, textKind, isChosen, seconds, isByRules, focus };
  await tx
    .insert(creationChoices)
    .values({ userId, narration: remembered, updatedAt: now })
    .onConflictDoUpdate({
      target: creationChoices.userId,
      set: { narration: remembered, updatedAt: now },
    });
}

/** Throws `Invalid` if the engine can't write it. */
export function requireLength(length: ScriptLength): void {
  if (!offeredLengths().includes(length))
    throw new Invalid({ length: ["いまの台本のエンジンでは、短めは選べません"] });
}

/** For episodes and for chosen sentences: a part may lack what the whole text holds. */
export const offeredFormsOfAnyText = (): ScriptForm[] => offeredForms().filter(fitsAnyText);

/** Throws `Invalid` if not all texts can be told in the form by the engine. */
export function requireFormOfAnyText(form: ScriptForm): void {
  if (!offeredFormsOfAnyText().includes(form))
    throw new Invalid({ form: ["ここでは、この形式は選べません"] });
}

const unfit: Partial<Record<ScriptForm, string>> = {
  questions:
    "一問一答にできる問いと答えが、文章に2つ以上見つかりません。「Q:」「A:」をつけるか、ほかの形式を選んでください",
  debate:
    "討論にできる賛成と反対の両方が、文章に見つかりません。「賛成」「反対」の見出しをつけるか、ほかの形式を選んでください",
};

/** Throws `Invalid` if the engine can't write the form, or the text does not hold what it needs. A model finds sides by itself. */
export async function requireForm(
  form: ScriptForm,
  text: { inputText: string; title?: string },
  isByRules = writesByRules(),
): Promise<void> {
  if (!offeredForms(isByRules).includes(form))
    throw new Invalid({ form: ["いまの台本のエンジンでは、この形式は選べません"] });
  if (fitsAnyText(form) || (form === "debate" && !isByRules)) return;
  // Loaded on demand, with its thread.
  const { fitsForm } = await import("#app/engines/script/local-script-engine.ts");
  if (!(await fitsForm(text, form))) throw new Invalid({ form: [unfit[form] ?? "この形式は選べません"] });
}

/** Throws `Invalid` for unknown voices, and for one voice of two speakers. */
export async function requireVoices({ voices }: Narration, script: string): Promise<void> {
  if (voices === null) return;
  // Loaded on demand: voices have programs and models.
  const { speechEngine } = await import("#app/engines/speech/choose-speech-engine.ts");
  const { findVoice } = await import("#app/engines/speech/speech-engine.ts");
  const { voices: known } = await speechEngine();
  const [voiceA, voiceB] = [findVoice(known, voices.A), findVoice(known, voices.B)];
  if (!voiceA || !voiceB) throw new Invalid({ voices: ["この声は選べません。一覧から選び直してください"] });
  if (speakersIn(script).length > 1 && voiceA === voiceB)
    throw new Invalid({ voices: ["AとBには、ちがう声を選んでください"] });
}

export function presentNarration(stored: StoredNarration | null): z.infer<typeof narrationReply> {
  const { names, form, length, hasGreetings, voices, textKind } = { ...defaultNarration, ...stored };
  return { form, length, hasGreetings, voices, textKind, speakerNames: names };
}
