import { checkScript } from "#app/engines/fact-check/check-script.ts";
import { judgeForm } from "#app/engines/fact-check/text-form.ts";
import { withoutRuby } from "#app/engines/pronunciations/ruby.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import { buildScript } from "./build-script.ts";
import { chooseKind } from "./choose-kind.ts";
import { chooseLabels, labelText } from "./choose-labels.ts";
import { cleanText } from "./clean-text.ts";
import { makeTitle } from "./make-title.ts";
import { type Line, readBlocks } from "./read-blocks.ts";
import { readOwnTurns } from "./read-conversation.ts";
import { formatScript, type Turn } from "./script.ts";
import type { WriteScriptOptions, WrittenScript } from "./script-engine.ts";
import type { TextKind } from "./text-kind.ts";

export type ScriptSource = Omit<WriteScriptOptions, "signal" | "onProgress">;

export interface ReadText {
  text: string;
  ownTurns: Turn[] | null;
  lines: Line[];
  /** For the analyser: the label text, then each line without ruby. */
  toAnalyze: string[];
}

export function readText({ inputText, title = "" }: ScriptSource): ReadText {
  const text = cleanText(inputText);
  const ownTurns = readOwnTurns(text);
  const lines = readBlocks(ownTurns ? ownTurns.map((turn) => turn.text).join("\n") : text);
  const forLabels = labelText({ title: title.trim(), text: withoutRuby(text) });
  return { text, ownTurns, lines, toAnalyze: [forLabels, ...lines.map((line) => withoutRuby(line.text))] };
}

export function kindOfRead({ text, lines }: ReadText, [, ...words]: readonly (readonly Word[])[]): TextKind {
  return chooseKind({ text: withoutRuby(text), lines: withoutRubies(lines), words });
}

const withoutRubies = (lines: readonly Line[]) =>
  lines.map((line) => ({ ...line, text: withoutRuby(line.text) }));

export function composeScript(
  { text, ownTurns, lines }: ReadText,
  [ofLabels = [], ...words]: readonly (readonly Word[])[],
  source: ScriptSource,
): WrittenScript {
  const plainLines = withoutRubies(lines);
  const textKind = source.textKind ?? chooseKind({ text: withoutRuby(text), lines: plainLines, words });
  const title = makeTitle(source.title, plainLines, words, textKind);
  const turns =
    ownTurns ??
    buildScript({
      form: source.form ?? "dialogue",
      kind: textKind,
      hasGreetings: source.hasGreetings ?? true,
      isChosen: source.isChosen,
      lines,
      title: title.source === "sentence" ? null : title.title,
      words,
      recentScripts: source.recentScripts ?? [],
    });
  const script = formatScript(turns);
  const factCheck = checkScript({ script, title: title.title, form: judgeForm(text) });
  return { title: title.title, script, labels: chooseLabels(ofLabels, textKind), textKind, factCheck };
}
