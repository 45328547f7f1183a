import { findHarm } from "#app/engines/harm/find-harm.ts";
import { type Harm, harmAdvice, harmNames } from "#app/engines/harm/harm.ts";
import { Invalid } from "./domain-error.ts";

/**
 * Throws `Invalid` by field for a name, a description and the like that may do harm (`findHarm`): everybody would see it as soon as it
 * is stored, and there is nobody to ask meanwhile. Null and undefined are fine. Nothing but rules judges: a form is not kept waiting
 * for a language model.
 */
export async function requireHarmless(
  fields: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  const problems: Record<string, string[]> = {};
  for (const [field, text] of Object.entries(fields)) {
    const [harm] = text ? await findHarm(text) : [];
    if (harm) problems[field] = [harmMessage(harm)];
  }
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
}

/** Whether a text holds nothing that may do harm. */
export async function isHarmless(text: string): Promise<boolean> {
  return (await findHarm(text)).length === 0;
}

/** What was found, why it is not stored, and how to change it. */
function harmMessage({ kind, quote }: Harm): string {
  return `「${quote}」は、${harmNames[kind]}にあたるかもしれないため、保存できません。${harmAdvice[kind]}`;
}
