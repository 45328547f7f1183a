import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import { EngineError } from "#app/engines/providers/engine-error.ts";
import type { LanguageModel } from "#app/engines/providers/language-model.ts";
import { cleanText } from "#app/engines/script/clean-text.ts";
import { createLocalScriptEngine, kindOfText } from "#app/engines/script/local-script-engine.ts";
import { readBlocks } from "#app/engines/script/read-blocks.ts";
import { readOwnTurns } from "#app/engines/script/read-conversation.ts";
import { formatScript, maxScriptLength, parseScript, type Turn } from "#app/engines/script/script.ts";
import type { ScriptEngine, WriteScriptOptions, WrittenScript } from "#app/engines/script/script-engine.ts";
import { findFaultOfPart, findFaultOfRevision } from "./find-faults.ts";
import {
  firstPartSchema,
  namingInstruction,
  partSchema,
  revisingInstruction,
  revisingPrompt,
  revisionSchema,
  type ScriptPart,
  type Style,
  writingInstruction,
  writingPrompt,
} from "./script-prompts.ts";
import { splitIntoParts } from "./text-parts.ts";

/**
 * Scripts by a language model, a longer text in parts. Each answer is checked (`find-faults.ts`) and asked for once more when it
 * can't be used. Throws what the model throws: `EngineError`, and the signal's reason when aborted.
 *
 * @param o.partCharacters the length of a part
 * @param o.checkFacts finds the claims of the finished script
 */
export function createModelScriptEngine(o: {
  model: LanguageModel;
  partCharacters: number;
  checkFacts: (script: string, signal: AbortSignal) => Promise<FactCheck>;
}): ScriptEngine {
  const { model, partCharacters, checkFacts } = o;

  /** A text that is a script is not rewritten: its title and labels are found by rules. */
  async function writeOwn(options: WriteScriptOptions): Promise<WrittenScript> {
    const written = await createLocalScriptEngine().write(options);
    return { ...written, factCheck: await checkFacts(written.script, options.signal) };
  }

  return {
    name: model.name,

    async write(options) {
      const { inputText, title: givenTitle, signal, onProgress } = options;
      signal.throwIfAborted();
      if (readOwnTurns(cleanText(inputText))) return writeOwn(options);
      const style: Style = {
        form: options.form ?? "dialogue",
        textKind: options.textKind ?? (await kindOfText(inputText)),
        length: options.length ?? "normal",
        hasGreetings: options.hasGreetings ?? true,
      };
      const instruction = writingInstruction(style);
      const given = givenTitle?.trim() || undefined;
      const source = `${given ?? ""}\n${inputText}`;
      const parts = splitIntoParts(readBlocks(cleanText(inputText)), partCharacters);
      const turns: Turn[] = [];
      let title = given ?? "";
      let labels: string[] = [];
      for (const [index, part] of parts.entries()) {
        const isFirst = index === 0;
        const system = isFirst ? `${instruction}\n${namingInstruction}` : instruction;
        const isLast = index === parts.length - 1;
        const prompt = writingPrompt({ part, isFirst, isLast, title: given, before: turns });
        const findFault = (answer: ScriptPart) =>
          findFaultOfPart(answer, { part, source, instruction: system, style });
        if (isFirst) {
          const answer = await model.complete({ system, prompt, schema: firstPartSchema, findFault, signal });
          turns.push(...toTurns(answer));
          title = given ?? answer.title.trim();
          labels = [...new Set(answer.labels)].slice(0, 3);
        } else
          turns.push(
            ...toTurns(await model.complete({ system, prompt, schema: partSchema, findFault, signal })),
          );
        onProgress?.(Math.round(((index + 1) / (parts.length + 1)) * 100));
      }
      const script = formatScript(joinTurns(turns));
      if (script.length > maxScriptLength) throw new EngineError("unusable", "the script is too long");
      const factCheck = await checkFacts(script, signal);
      onProgress?.(100);
      return { title, script, labels, textKind: style.textKind, factCheck };
    },

    async revise({ inputText, originalScript, issues, signal }) {
      signal.throwIfAborted();
      const turns = parseScript(originalScript);
      const source = [inputText, originalScript, ...issues].join("\n");
      const { changes } = await model.complete({
        system: revisingInstruction,
        prompt: revisingPrompt(turns, issues),
        schema: revisionSchema,
        findFault: (answer) =>
          findFaultOfRevision(answer, { turns, source, instruction: revisingInstruction }),
        signal,
      });
      const texts = new Map(changes.map(({ line, text }) => [line, text.trim()]));
      const script = formatScript(turns.map((turn, at) => ({ ...turn, text: texts.get(at) ?? turn.text })));
      return { script, factCheck: await checkFacts(script, signal) };
    },
  };
}

const toTurns = ({ lines }: ScriptPart): Turn[] =>
  lines.map(({ speaker, text }) => ({ speaker, text: text.trim() }));

/** A turn of both is longer than this only where a line is. UTF-16 units. */
const maxTurnLength = 180;

/** Joins neighbouring lines of one host, as long as the turn stays short. */
function joinTurns(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.speaker === turn.speaker && last.text.length + turn.text.length < maxTurnLength)
      last.text += /[。！？、」』…]$/u.test(last.text) ? turn.text : ` ${turn.text}`;
    else joined.push({ ...turn });
  }
  return joined;
}
