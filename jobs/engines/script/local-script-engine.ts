import { setImmediate } from "node:timers/promises";
import { formatScript, parseScript, type Turn } from "#app/features/tracks/script.ts";
import { checkScript } from "../fact-check/check-script.ts";
import { analyzeWords } from "../words/analyze-words.ts";
import { buildDialogue } from "./build-dialogue.ts";
import { chooseLabels, labelText } from "./choose-labels.ts";
import { cleanText } from "./clean-text.ts";
import { makeTitle } from "./make-title.ts";
import { readBlocks } from "./read-blocks.ts";
import { reviseScript } from "./revise-script.ts";
import type { ScriptEngine, ScriptForm } from "./script-engine.ts";

/**
 * The turns of a text that already is a script: its first line, or lines of both speakers, have speaker marks. Null for any other text.
 */
function parseGivenScript(text: string): Turn[] | null {
  const marks = text.match(/^\s*[AＡBＢ][:：]/gmu) ?? [];
  const speakers = new Set(marks.map((mark) => mark.normalize("NFKC").trim().charAt(0)));
  if (speakers.size < 2 && !/^[AＡBＢ][:：]/u.test(text)) return null;
  const turns = parseScript(text);
  return turns.length === 0 ? null : turns;
}

/** How each form distributes a text over the voices. */
const forms: Record<ScriptForm, typeof buildDialogue> = { dialogue: buildDialogue };

/**
 * The script engine without network, key or model: it distributes the member's own sentences over two hosts by rules,
 * and adds only reactions, questions and handovers.
 *
 * Deterministic. Between its steps, each of which takes a few milliseconds for 2,000 characters, it yields to the
 * event loop and throws the signal's reason when aborted.
 */
export function createLocalScriptEngine(): ScriptEngine {
  const yieldToEventLoop = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    await setImmediate();
    signal.throwIfAborted();
  };

  return {
    name: "local",

    async write({ inputText, title: givenTitle, form = "dialogue", recentScripts = [], signal, onProgress }) {
      await yieldToEventLoop(signal);
      const text = cleanText(inputText);
      const ownTurns = parseGivenScript(text);
      const lines = readBlocks(ownTurns ? ownTurns.map((turn) => turn.text).join("\n") : text);
      onProgress?.(20);

      signal.throwIfAborted();
      const own = givenTitle?.trim() ?? "";
      const [ofLabels = [], ...words] = await analyzeWords([
        labelText({ title: own, text }),
        ...lines.map((line) => line.text),
      ]);
      onProgress?.(50);

      await yieldToEventLoop(signal);
      const title = makeTitle(givenTitle, lines, words);
      const spokenTitle = title.source === "sentence" ? null : title.title;
      const turns = ownTurns ?? forms[form]({ lines, title: spokenTitle, words, recentScripts });
      onProgress?.(80);

      await yieldToEventLoop(signal);
      const labels = chooseLabels(ofLabels);
      const script = formatScript(turns);
      const factCheck = checkScript({ script, title: title.title });
      onProgress?.(100);
      return { title: title.title, script, labels, factCheck };
    },

    async revise({ originalScript, signal }) {
      await yieldToEventLoop(signal);
      const script = reviseScript(originalScript);

      await yieldToEventLoop(signal);
      return { script, factCheck: checkScript({ script }) };
    },
  };
}
