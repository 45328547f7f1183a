import { findHarm } from "#app/engines/harm/find-harm.ts";
import { type Harm, harmAdvice, harmNames } from "#app/engines/harm/harm.ts";
import { Invalid } from "./domain-error.ts";
import { currentWordList } from "./word-list/word-list.server.ts";

/**
 * Protects names, descriptions and the like, which everybody sees as soon as they are stored. Throws `Invalid` by field for
 * a text that may do harm (`findHarm`). Ignores null and undefined. Only rules judge: a form must not wait for a language
 * model.
 */
export async function requireHarmless(
  fields: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  const problems: Record<string, string[]> = {};
  for (const [field, text] of Object.entries(fields)) {
    const [harm] = text ? await harmOf(text) : [];
    if (harm) problems[field] = [harmMessage(harm)];
  }
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
}

export async function isHarmless(text: string): Promise<boolean> {
  return (await harmOf(text)).length === 0;
}

/** Remembered texts, and the length of the longest (UTF-16 units). */
const maxKnown = 100;
const maxKnownLength = 500;
/** By the version of the operators' words and text, the latest last. */
const known = new Map<string, Promise<Harm[]>>();

/** The analyser takes 0.3 s of a processor and 170 MB: refused forms repeat texts, and many people share a name. */
async function harmOf(text: string): Promise<Harm[]> {
  const list = await currentWordList();
  if (text.length > maxKnownLength) return findHarm(text, list);
  const key = `${list.version} ${text}`;
  const found = known.get(key) ?? findHarm(text, list);
  known.delete(key);
  known.set(key, found);
  found.catch(() => known.delete(key));
  for (const oldest of known.keys()) {
    if (known.size <= maxKnown) break;
    known.delete(oldest);
  }
  return found;
}

function harmMessage({ kind, quote }: Harm): string {
  return `「${quote}」は、${harmNames[kind]}にあたるかもしれないため、保存できません。${harmAdvice[kind]}`;
}
