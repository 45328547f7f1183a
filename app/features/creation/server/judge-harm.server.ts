import { findHarm } from "#app/engines/harm/find-harm.ts";
import { type Harm, maxQuoteLength } from "#app/engines/harm/harm.ts";
import { withoutExceptions } from "#app/engines/harm/word-list.ts";
import { parseScript } from "#app/engines/script/script.ts";
import { harmEngine } from "#app/features/providers/server/external-services.server.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { currentWordList } from "#app/features/word-list/word-list.server.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { splitPlaceReadings, withoutPlaceReadings } from "#app/lib/place-readings.ts";
import { logger } from "#app/logger.server.ts";

interface JudgedText {
  title: string;
  names?: readonly string[];
  script: string;
  /** Lines that the author's dictionary changes, as they are heard (`StoredPreview`). */
  heardLines?: readonly string[];
}

/** A member waits at most this long. */
const judgeTimeoutMs = 8000;

/** A reading must hide neither its word nor itself: a line that has one is judged as it is shown, and as it is heard. */
export function judgedPassages({ title, names = [], script, heardLines = [] }: JudgedText): string[] {
  const lines = parseScript(script).map(({ text }) => text);
  const shown = lines.map(withoutPlaceReadings);
  const heard = lines.filter((line, at) => line !== shown[at]).map(asHeard);
  return [title, ...names, ...shown, ...new Set([...heard, ...heardLines.map(inHiragana)])];
}

const asHeard = (line: string): string =>
  inHiragana(
    splitPlaceReadings(line)
      .map(({ text, reading }) => reading?.kana ?? text)
      .join(""),
  );

/** As rules know words that are not written in kanji. */
function inHiragana(line: string): string {
  return line.replace(/[ァ-ヶ]/gu, (kana) => String.fromCodePoint(kana.charCodeAt(0) - 0x60));
}

/**
 * What may do harm in title, names and script: by rules (`findHarm`), and if they find nothing, by the configured judge. If it
 * fails or is late, the rules alone decide.
 */
export async function judgeHarm(text: JudgedText, { userId }: { userId: string }): Promise<Harm[]> {
  return judgePassages(judgedPassages(text), { userId, shownAlone: [text.title, ...(text.names ?? [])] });
}

/** Judges texts as `judgeHarm` does; titles and names that lists show alone also by themselves. */
export async function judgePassages(
  passages: readonly string[],
  o: { userId: string; shownAlone: readonly string[] },
): Promise<Harm[]> {
  const list = await currentWordList();
  const found = await findHarm(passages.join("\n"), list);
  for (const text of o.shownAlone) if (found.length === 0) found.push(...(await findHarm(text, list)));
  const engine = harmEngine();
  if (found.length > 0 || engine === "local") return found;
  try {
    const { openHarmJudge } = await import("#app/engines/harm/model-harm-judge.ts");
    const judge = openHarmJudge(engine, providerAccess({ userId: o.userId, taskId: null }));
    const hasExceptions = list.exceptions.length > 0;
    const read = (passage: string) => withoutExceptions(normalizeUnicode(passage, "NFKC"), list);
    const judged = await judge.judge({
      passages: hasExceptions ? passages.map(read) : passages,
      signal: AbortSignal.timeout(judgeTimeoutMs),
    });
    return judged.map(({ kind, passage }) => ({
      kind,
      quote: [...(passages[passage] ?? "")].slice(0, maxQuoteLength).join(""),
    }));
  } catch (error) {
    logger.warn({ err: error }, "harm was looked for by words alone: the language model did not answer");
    return found;
  }
}
