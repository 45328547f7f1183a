import { setImmediate } from "node:timers/promises";
import { formatScript, parseScript, type Turn } from "#app/features/creation/script-turns.ts";
import { buildDialogue } from "./build-dialogue.ts";
import { checkFacts } from "./check-facts.ts";
import { chooseLabels } from "./choose-labels.ts";
import { cleanText } from "./clean-text.ts";
import { makeTitle } from "./make-title.ts";
import { type Line, readBlocks } from "./read-blocks.ts";
import { checkScript, reviseScript } from "./revise-script.ts";
import type { ScriptEngine } from "./script-engine.ts";

/**
 * The member's text as turns when it already is a script: its first line, or lines of both speakers, carry
 * marks. Null for any other text.
 */
function readOwnScript(text: string): Turn[] | null {
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
 * The script engine that always works: no network, no key, no model (decisions.md, Creation). It speaks
 * the member's own sentences with two voices by rule and adds only listening, questions and hand-overs.
 *
 * Deterministic: the same text and title give the same script. Between its steps, each of which takes a
 * few milliseconds for 2,000 characters, it gives way to the event loop and throws the signal's reason when
 * aborted.
 */
export function createLocalScriptEngine(): ScriptEngine {
  const breathe = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    await setImmediate();
    signal.throwIfAborted();
  };

  return {
    name: "local",

    async write({ inputText, title: givenTitle, signal, onProgress }) {
      await breathe(signal);
      const text = cleanText(inputText);
      const ownTurns = readOwnScript(text);
      const lines = readBlocks(ownTurns ? ownTurns.map((turn) => turn.text).join("\n") : text);
      onProgress?.(20);

      await breathe(signal);
      const title = makeTitle(givenTitle, lines);
      onProgress?.(30);

      await breathe(signal);
      const turns = ownTurns ?? writeTurns({ lines, title, sourceLength: inputText.trim().length });
      onProgress?.(60);

      await breathe(signal);
      const labels = chooseLabels({ title: title.title, text });
      onProgress?.(80);

      await breathe(signal);
      const given = title.source === "given" ? [title.title] : [];
      const factCheck = checkFacts([...given, ...lines.map((line) => line.text)]);
      onProgress?.(100);
      return { title: title.title, script: formatScript(turns), labels, factCheck };
    },

    async revise({ inputText, originalScript, issues, signal }) {
      await breathe(signal);
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

      await breathe(signal);
      const revised = reviseScript({ script, issues });

      await breathe(signal);
      return { script: revised, factCheck: checkScript(revised) };
    },
  };
}
