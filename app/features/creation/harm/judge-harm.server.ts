import { findHarm, type Harm, maxQuoteLength } from "#app/engines/harm/find-harm.ts";
import { parseScript } from "#app/engines/script/script.ts";
import { logger } from "#app/logger.server.ts";

/** What is about to be published. */
interface JudgedText {
  title: string;
  /** Lines `A: …` / `B: …`. */
  script: string;
}

/** Who judges the meaning of a text, where the settings name a language model. */
export interface HarmJudge {
  /**
   * What may do harm, by the index of its passage. Rejects when it can't say. `signal` aborts when a member has waited long enough:
   * then it rejects with its reason.
   */
  judge(o: {
    passages: readonly string[];
    userId: string;
    signal: AbortSignal;
  }): Promise<{ kind: Harm["kind"]; passage: number }[]>;
}

/** A member waits so long for the judgement at most. */
const judgeTimeoutMs = 8000;

let create: (() => HarmJudge | null) | undefined;

/** Says how the judge is made, null for none; called once at start. */
export function registerHarmJudge(createJudge: () => HarmJudge | null): void {
  create = createJudge;
}

/**
 * What of a title and a script may do harm: by words and patterns (`findHarm`), and, where those find nothing, by the judge of the
 * settings. A judge that fails or is late has found nothing: the patterns alone decide then.
 */
export async function judgeHarm(text: JudgedText, o: { userId: string }): Promise<Harm[]> {
  const turns = parseScript(text.script);
  const passages = [text.title, ...turns.map((turn) => turn.text)];
  const found = findHarm(passages.join("\n"));
  const judge = found.length === 0 ? create?.() : null;
  if (!judge) return found;
  try {
    const judged = await judge.judge({
      passages,
      userId: o.userId,
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
