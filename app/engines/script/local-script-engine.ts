import { setImmediate } from "node:timers/promises";
import { checkScript } from "#app/engines/fact-check/check-script.ts";
import { type ClaimKind, findClaims } from "#app/engines/fact-check/find-claims.ts";
import { hasNote, noteFor } from "#app/engines/fact-check/notes.ts";
import { judgeForm } from "#app/engines/fact-check/text-form.ts";
import { withoutRuby } from "#app/engines/pronunciations/ruby.ts";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import { buildScript } from "./build-script.ts";
import { chooseKind } from "./choose-kind.ts";
import { chooseLabels, labelText } from "./choose-labels.ts";
import { cleanText } from "./clean-text.ts";
import { makeTitle } from "./make-title.ts";
import { isHostPhrase } from "./phrases.ts";
import { readBlocks } from "./read-blocks.ts";
import { readOwnTurns } from "./read-conversation.ts";
import { formatScript, parseScript, type Turn } from "./script.ts";
import type { ScriptEngine } from "./script-engine.ts";

/**
 * The script engine without network, key or model: it distributes the member's own sentences over two hosts by rules,
 * and adds only reactions, questions and handovers. It leaves nothing out, so that no script of it is shorter than the text.
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

    async write({ inputText, title: givenTitle, signal, onProgress, ...options }) {
      await yieldToEventLoop(signal);
      const text = cleanText(inputText);
      const ownTurns = readOwnTurns(text);
      const lines = readBlocks(ownTurns ? ownTurns.map((turn) => turn.text).join("\n") : text);
      onProgress?.(20);

      signal.throwIfAborted();
      const own = givenTitle?.trim() ?? "";
      const plainLines = lines.map((line) => ({ ...line, text: withoutRuby(line.text) }));
      const [ofLabels = [], ...words] = await analyzeWords([
        labelText({ title: own, text: withoutRuby(text) }),
        ...plainLines.map((line) => line.text),
      ]);
      onProgress?.(50);

      await yieldToEventLoop(signal);
      const textKind = options.textKind ?? chooseKind({ text: withoutRuby(text), lines: plainLines, words });
      const title = makeTitle(givenTitle, plainLines, words, textKind);
      const spokenTitle = title.source === "sentence" ? null : title.title;
      const turns =
        ownTurns ??
        buildScript({
          form: options.form ?? "dialogue",
          kind: textKind,
          hasGreetings: options.hasGreetings ?? true,
          lines,
          title: spokenTitle,
          words,
          recentScripts: options.recentScripts ?? [],
        });
      onProgress?.(80);

      await yieldToEventLoop(signal);
      const labels = chooseLabels(ofLabels, textKind);
      const script = formatScript(turns);
      const factCheck = checkScript({ script, title: title.title, form: judgeForm(text) });
      onProgress?.(100);
      return { title: title.title, script, labels, textKind, factCheck };
    },

    async revise({ originalScript, signal }) {
      await yieldToEventLoop(signal);
      const script = reviseScript(originalScript);

      await yieldToEventLoop(signal);
      return { script, factCheck: checkScript({ script }) };
    },
  };
}

/**
 * Adds one sentence to a script, before the hosts say goodbye: that its claims were not checked. The member's own words stay
 * as they are: weakening what somebody is quoted with, or what a study is said to show, would be a new claim. A script
 * that has such a sentence stays unchanged.
 */
export function reviseScript(script: string): string {
  if (hasNote(script)) return script;
  const turns = parseScript(script);
  const kinds = new Set<ClaimKind>();
  for (const turn of turns) {
    for (const claim of findClaims(readBlocks(turn.text).map((line) => line.text)))
      for (const kind of claim.kinds) kinds.add(kind);
  }
  let place = turns.length;
  while (place > 1 && isHostPhrase(turns[place - 1]?.text ?? "")) place--;
  const note: Turn = { speaker: "A", text: noteFor(kinds) };
  const goodbyes = turns.slice(place);
  // In a reading there is one voice; else the other host says it, and the goodbyes go on in turn.
  const isShared = turns.some((turn) => turn.speaker === "B");
  let last = turns[place - 1]?.speaker ?? "B";
  const added = [note, ...goodbyes].map((turn) => {
    last = isShared && last === "A" ? "B" : "A";
    return { ...turn, speaker: last };
  });
  return formatScript([...turns.slice(0, place), ...added]);
}
