import { setImmediate } from "node:timers/promises";
import { formatScript, parseScript, type Turn } from "#app/features/tracks/script.ts";
import { checkFacts } from "../fact-check/check-facts.ts";
import { buildDialogue } from "./build-dialogue.ts";
import { chooseLabels } from "./choose-labels.ts";
import { cleanText } from "./clean-text.ts";
import { makeTitle } from "./make-title.ts";
import { type Line, readBlocks } from "./read-blocks.ts";
import { checkScript, reviseScript } from "./revise-script.ts";
import type { ScriptEngine } from "./script-engine.ts";

/**
 * The turns of a text that already is a script: its first line, or lines of both speakers, have speaker marks. Both
 * speakers appear. Null for any other text.
 */
function parseGivenScript(text: string): Turn[] | null {
  const marks = text.match(/^\s*[AＡBＢ][:：]/gmu) ?? [];
  const speakers = new Set(marks.map((mark) => mark.normalize("NFKC").trim().charAt(0)));
  if (speakers.size < 2 && !/^[AＡBＢ][:：]/u.test(text)) return null;
  const turns = parseScript(text);
  if (turns.length === 0) return null;
  if (!turns.some((turn) => turn.speaker === "B"))
    turns.push({ speaker: "B", text: "ありがとうございました。" });
  if (!turns.some((turn) => turn.speaker === "A")) turns.unshift({ speaker: "A", text: "今日のお話です。" });
  return turns;
}

function writeTurns(o: {
  lines: readonly Line[];
  title: ReturnType<typeof makeTitle>;
  sourceLength: number;
}): Turn[] {
  const spokenTitle = o.title.source === "sentence" ? null : o.title.title;
  return buildDialogue({ lines: o.lines, title: spokenTitle, sourceLength: o.sourceLength });
}

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

    async write({ inputText, title: givenTitle, signal, onProgress }) {
      await yieldToEventLoop(signal);
      const text = cleanText(inputText);
      const ownTurns = parseGivenScript(text);
      const lines = readBlocks(ownTurns ? ownTurns.map((turn) => turn.text).join("\n") : text);
      onProgress?.(20);

      await yieldToEventLoop(signal);
      const title = makeTitle(givenTitle, lines);
      onProgress?.(30);

      await yieldToEventLoop(signal);
      const turns = ownTurns ?? writeTurns({ lines, title, sourceLength: inputText.trim().length });
      onProgress?.(60);

      await yieldToEventLoop(signal);
      const labels = chooseLabels({ title: title.title, text });
      onProgress?.(80);

      await yieldToEventLoop(signal);
      const given = title.source === "given" ? [title.title] : [];
      const factCheck = checkFacts([...given, ...lines.map((line) => line.text)]);
      onProgress?.(100);
      return { title: title.title, script: formatScript(turns), labels, factCheck };
    },

    async revise({ inputText, originalScript, issues, signal }) {
      await yieldToEventLoop(signal);
      const turns = parseScript(originalScript);
      const lines = turns.length > 0 ? [] : readBlocks(cleanText(inputText));
      const script =
        turns.length > 0
          ? formatScript(turns)
          : formatScript(
              writeTurns({
                lines,
                title: makeTitle(undefined, lines),
                sourceLength: inputText.trim().length,
              }),
            );

      await yieldToEventLoop(signal);
      const revised = reviseScript({ script, issues });

      await yieldToEventLoop(signal);
      return { script: revised, factCheck: checkScript(revised) };
    },
  };
}
