import { createRequestThread } from "#app/engines/request-thread.ts";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import type { ScriptSource } from "./compose-script.ts";
import type { FittedPassages, FittingTarget } from "./minutes/fit-length.ts";
import { findQuestions } from "./read-questions.ts";
import { findSides } from "./read-sides.ts";
import type { ScriptEngine, ScriptForm } from "./script-engine.ts";
import type { ScriptReply, ScriptRequest } from "./script-thread.ts";
import type { TextKind } from "./text-kind.ts";

/** One thread serves the process; it starts in a few tenths of a second. */
const idleMs = 2000;

const ask = createRequestThread<ScriptRequest, ScriptReply>({
  name: "script-thread",
  base: import.meta.url,
  idleMs,
});

async function answerTo<Step extends ScriptReply["step"]>(
  request: ScriptRequest & { step: Step },
): Promise<ScriptReply & { step: Step }> {
  const reply = await ask(request);
  if (!isAnswerTo(request.step, reply)) throw new Error(`the script thread answered ${reply.step}`);
  return reply;
}

function isAnswerTo<Step extends ScriptReply["step"]>(
  step: Step,
  reply: ScriptReply,
): reply is ScriptReply & { step: Step } {
  return reply.step === step;
}

/** Runs `chooseKind` in the thread, for engines that don't write by rules. */
export async function kindOfText(inputText: string): Promise<TextKind> {
  const { read } = await answerTo({ step: "read", source: { inputText } });
  const { textKind } = await answerTo({ step: "kind", read, words: await analyzeWords(read.toAnalyze) });
  return textKind;
}

/**
 * Whether a text can be told in a form: 一問一答 needs two questions with answers, 討論 both sides. Reads it in the thread. A text that
 * is a script already fits all.
 */
export async function fitsForm(source: ScriptSource, form: ScriptForm): Promise<boolean> {
  if (form !== "questions" && form !== "debate") return true;
  const { read } = await answerTo({ step: "read", source });
  if (read.ownTurns) return true;
  return (form === "questions" ? findQuestions(read.lines) : findSides(read.lines)) !== null;
}

interface FittedText extends FittedPassages {
  textKind: TextKind;
  /** `cleanText`'s, in which passages have their places. */
  text: string;
  chosenText: string;
}

/**
 * Chooses passages for the target length (`fitLength`), in the thread. Null for scripts and texts without words. Throws the
 * signal's reason between steps.
 *
 * @param o.pacesOf the voices' pace for a kind
 * @param o.focus what the member wants; may be empty
 */
export async function fitText(o: {
  source: ScriptSource;
  seconds: number;
  speakingRate: number;
  focus: string;
  pacesOf: (kind: TextKind) => FittingTarget["paces"];
  signal: AbortSignal;
}): Promise<FittedText | null> {
  const { source, seconds, speakingRate, signal } = o;
  signal.throwIfAborted();
  const { read } = await answerTo({ step: "read", source });
  if (read.ownTurns || read.lines.length === 0) return null;
  signal.throwIfAborted();
  const [focus = [], ...words] = await analyzeWords([o.focus, ...read.toAnalyze]);
  const kind = source.textKind ?? (await answerTo({ step: "kind", read, words })).textKind;
  signal.throwIfAborted();
  const target = { seconds, speakingRate, focus, paces: o.pacesOf(kind) };
  const { fitted, chosenText } = await answerTo({ step: "fit", source, read, words, kind, target });
  return { ...fitted, textKind: kind, text: read.text, chosenText };
}

/**
 * Without network, key or model: shares the member's own sentences between two hosts by rules, adds reactions, questions and
 * handovers, leaves nothing out. Deterministic. Runs in a thread: 2,000 characters take a tenth of a second, hostile ones two.
 * Throws the signal's reason between steps.
 */
export function createLocalScriptEngine(): ScriptEngine {
  return {
    name: "local",

    async write({ signal, onProgress, ...source }) {
      signal.throwIfAborted();
      const { read } = await answerTo({ step: "read", source });
      signal.throwIfAborted();
      onProgress?.(20);
      const words = await analyzeWords(read.toAnalyze);
      signal.throwIfAborted();
      onProgress?.(50);
      const { written } = await answerTo({ step: "compose", source, read, words });
      signal.throwIfAborted();
      onProgress?.(100);
      return written;
    },

    async revise({ originalScript, signal }) {
      signal.throwIfAborted();
      const { revised } = await answerTo({ step: "revise", originalScript });
      signal.throwIfAborted();
      return revised;
    },
  };
}
