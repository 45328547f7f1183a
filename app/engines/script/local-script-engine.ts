import { createRequestThread } from "#app/engines/request-thread.ts";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import type { ScriptSource } from "./compose-script.ts";
import type { FittedPassages, LengthWish } from "./minutes/fit-length.ts";
import type { ScriptEngine } from "./script-engine.ts";
import type { ScriptReply, ScriptRequest } from "./script-thread.ts";
import type { TextKind } from "./text-kind.ts";

/** One thread for all scripts of a process. It ends after so long without work, and starts in a few tenths of a second. */
const idleMs = 2000;

const ask = createRequestThread<ScriptRequest, ScriptReply>({
  name: "script-thread",
  base: import.meta.url,
  idleMs,
});

/** The thread's answer to one step. */
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

/** The kind of a text as a member sends it (`chooseKind`), for an engine that does not write by rules: found in the thread too. */
export async function kindOfText(inputText: string): Promise<TextKind> {
  const { read } = await answerTo({ step: "read", source: { inputText } });
  const { textKind } = await answerTo({ step: "kind", read, words: await analyzeWords(read.toAnalyze) });
  return textKind;
}

/** A text in passages, of which those are kept whose script is as long as wished. */
export interface FittedText extends FittedPassages {
  textKind: TextKind;
  /** The text (`cleanText`) in which the passages have their places. */
  text: string;
  /** What is kept of it. */
  chosenText: string;
}

/**
 * Chooses what is kept of a text so that its script is as long as wished (`fitLength`), in the thread too. Null for a text that is a
 * script already, and for one without words. Throws the signal's reason when aborted between its steps.
 *
 * @param o.pacesOf how fast the voices speak a text of a kind
 * @param o.focus what the member wants to hear of; empty for nothing
 */
export async function fitText(o: {
  source: ScriptSource;
  seconds: number;
  speakingRate: number;
  focus: string;
  pacesOf: (kind: TextKind) => LengthWish["paces"];
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
  const wish = { seconds, speakingRate, focus, paces: o.pacesOf(kind) };
  const { fitted, chosenText } = await answerTo({ step: "fit", source, read, words, kind, wish });
  return { ...fitted, textKind: kind, text: read.text, chosenText };
}

/**
 * The script engine without network, key or model: it distributes the member's own sentences over two hosts by rules,
 * and adds only reactions, questions and handovers. It leaves nothing out, so that no script of it is shorter than the text.
 *
 * Deterministic. Its rules run in a thread, where 2,000 characters take a tenth of a second and a text that is made to be dear two: the event
 * loop only hands texts and words over. Throws the signal's reason when aborted between its steps.
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
