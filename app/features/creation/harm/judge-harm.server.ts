import { findHarm } from "#app/engines/harm/find-harm.ts";
import { type Harm, maxQuoteLength } from "#app/engines/harm/harm.ts";
import { parseScript } from "#app/engines/script/script.ts";
import { harmEngine } from "#app/features/providers/server/external-services.server.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { withoutPlaceReadings } from "#app/lib/place-readings.ts";
import { logger } from "#app/logger.server.ts";

/** What is about to be published. */
interface JudgedText {
  title: string;
  /** Names of its speakers. */
  names?: readonly string[];
  /** Lines `A: …` / `B: …`. */
  script: string;
}

/** A member waits so long for the judgement at most. */
const judgeTimeoutMs = 8000;

/**
 * What of a title, its names and a script may do harm: by words and syntax (`findHarm`), and, where those find nothing, by the judge of the
 * settings. A judge that fails or is late has found nothing: the rules alone decide then.
 */
export async function judgeHarm(text: JudgedText, o: { userId: string }): Promise<Harm[]> {
  // A reading that is written into a word must not hide it.
  const turns = parseScript(withoutPlaceReadings(text.script));
  const passages = [text.title, ...(text.names ?? []), ...turns.map((turn) => turn.text)];
  const found = await findHarm(passages.join("\n"));
  const engine = harmEngine();
  if (found.length > 0 || engine === "local") return found;
  try {
    const { openHarmJudge } = await import("#app/engines/harm/model-harm-judge.ts");
    const judge = openHarmJudge(engine, providerAccess({ userId: o.userId, taskId: null }));
    const judged = await judge.judge({ passages, signal: AbortSignal.timeout(judgeTimeoutMs) });
    return judged.map(({ kind, passage }) => ({
      kind,
      quote: [...(passages[passage] ?? "")].slice(0, maxQuoteLength).join(""),
    }));
  } catch (error) {
    logger.warn({ err: error }, "harm was looked for by words alone: the language model did not answer");
    return found;
  }
}
