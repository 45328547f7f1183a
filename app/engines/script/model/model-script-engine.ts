import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import { EngineError } from "#app/engines/providers/engine-error.ts";
import type { LanguageModel } from "#app/engines/providers/language-model.ts";
import { cleanText } from "#app/engines/script/clean-text.ts";
import { createLocalScriptEngine, kindOfText } from "#app/engines/script/local-script-engine.ts";
import { readBlocks } from "#app/engines/script/read-blocks.ts";
import { readOwnTurns } from "#app/engines/script/read-conversation.ts";
import { findQuestions } from "#app/engines/script/read-questions.ts";
import { formatScript, maxScriptLength, parseScript, type Turn } from "#app/engines/script/script.ts";
import type {
  ScriptEngine,
  ScriptLength,
  WriteScriptOptions,
  WrittenScript,
} from "#app/engines/script/script-engine.ts";
import { lengthTolerance } from "#app/engines/speech/voice-pace.ts";
import { findFaultOfPart, findFaultOfRevision } from "./find-faults.ts";
import { type PartLengths, partLengths } from "./part-lengths.ts";
import {
  firstPartSchema,
  namingInstruction,
  type PartLength,
  partSchema,
  revisingInstruction,
  revisingPrompt,
  revisionSchema,
  type ScriptPart,
  type Style,
  writingInstruction,
  writingPrompt,
} from "./script-prompts.ts";
import { type NumberedSentence, splitIntoParts } from "./text-parts.ts";

/**
 * Writes by a language model, long texts in parts; checks answers (`find-faults.ts`) and asks once more, also for a missed length.
 * Throws `EngineError`, and the signal's reason.
 *
 * @param o.partCharacters length of a part
 * @param o.checkFacts finds the script's claims
 */
export function createModelScriptEngine(o: {
  model: LanguageModel;
  partCharacters: number;
  checkFacts: (script: string, signal: AbortSignal) => Promise<FactCheck>;
}): ScriptEngine {
  const { model, partCharacters, checkFacts } = o;

  /** All parts; of `earlier` answers those stay for which no length is asked. */
  async function writeParts(o: AskedParts & { lengths: readonly (PartLength | null)[] }): Promise<Answer[]> {
    const { parts, style, source, title, focus, signal, report, lengths, earlier } = o;
    const instruction = writingInstruction(style);
    const answers: Answer[] = [];
    for (const [index, part] of parts.entries()) {
      const length = lengths[index] ?? null;
      const kept = length === null ? earlier[index] : undefined;
      if (kept) {
        answers.push(kept);
        continue;
      }
      const isFirst = index === 0;
      const system = isFirst ? `${instruction}\n${namingInstruction}` : instruction;
      const before = answers.flatMap(({ turns }) => turns);
      const isLast = index === parts.length - 1;
      const prompt = writingPrompt({ part, isFirst, isLast, title, before, length, focus });
      const findFault = (answer: ScriptPart) =>
        findFaultOfPart(answer, { part, source, instruction: system, style });
      const request = { system, prompt, findFault, signal };
      if (isFirst) {
        const answer = await model.complete({ ...request, schema: firstPartSchema });
        answers.push({ ...answer, turns: toTurns(answer) });
      } else
        answers.push({
          ...noAnswer,
          turns: toTurns(await model.complete({ ...request, schema: partSchema })),
        });
      report();
    }
    return answers;
  }

  /**
   * Says once what was wrong with the length; the nearer one counts. A second attempt that fails, also for a budget or a circuit,
   * leaves the first script. Throws the signal's reason.
   */
  async function writeAgain(o: AskedParts & { lengths: PartLengths }): Promise<Answer[]> {
    const { lengths, earlier } = o;
    try {
      const asked = lengths.askAgain(earlier.map(({ turns }) => turns));
      const again = await writeParts({ ...o, lengths: asked });
      return lengths.missOf(turnsOf(again)) < lengths.missOf(turnsOf(earlier)) ? again : earlier;
    } catch (error) {
      o.signal.throwIfAborted();
      if (error instanceof EngineError) return earlier;
      throw error;
    }
  }

  /** A script is not rewritten: rules find title and labels. */
  async function writeOwn(options: WriteScriptOptions): Promise<WrittenScript> {
    const written = await createLocalScriptEngine().write(options);
    return { ...written, factCheck: await checkFacts(written.script, options.signal) };
  }

  return {
    name: model.name,

    async write(options) {
      const { inputText, title: givenTitle, focus = "", signal, onProgress } = options;
      signal.throwIfAborted();
      if (readOwnTurns(cleanText(inputText))) return writeOwn(options);
      const style: Style = {
        form: options.form ?? "dialogue",
        textKind: options.textKind ?? (await kindOfText(inputText)),
        length: lengthOf(options),
        hasGreetings: options.hasGreetings ?? true,
        hasLength: options.targetLength !== undefined,
        hasFocus: focus !== "",
      };
      const given = givenTitle?.trim() || undefined;
      const source = `${given ?? ""}\n${inputText}`;
      const lines = readBlocks(cleanText(inputText));
      const asked = style.form === "questions" ? findQuestions(lines) : null;
      const told = asked?.flatMap(({ question, answer }) => [...question, ...answer]);
      const parts = splitIntoParts(told ? told.flatMap((at) => lines[at] ?? []) : lines, partCharacters);
      const lengths = options.targetLength
        ? partLengths(parts, { targetLength: options.targetLength, textKind: style.textKind })
        : null;
      let reported = 0;
      const requests = parts.length * (lengths ? 2 : 1);
      const report = () => onProgress?.(Math.round((++reported / (requests + 1)) * 100));
      const ask = { parts, style, source, title: given, focus, signal, report };
      let answers = await writeParts({ ...ask, lengths: lengths?.asked ?? [], earlier: [] });
      if (lengths && lengths.missOf(turnsOf(answers)) > lengthTolerance)
        answers = await writeAgain({ ...ask, lengths, earlier: answers });
      const { title, labels } = answers[0] ?? noAnswer;
      const script = formatScript(turnsOf(answers));
      if (script.length > maxScriptLength) throw new EngineError("unusable", "the script is too long");
      const factCheck = await checkFacts(script, signal);
      onProgress?.(100);
      return {
        title: given ?? title.trim(),
        script,
        labels: [...new Set(labels)].slice(0, 3),
        textKind: style.textKind,
        factCheck,
      };
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

interface Answer {
  turns: Turn[];
  /** Of the first part. */
  title: string;
  labels: string[];
}

const noAnswer: Answer = { turns: [], title: "", labels: [] };

interface AskedParts {
  parts: readonly (readonly NumberedSentence[])[];
  style: Style;
  source: string;
  /** The member's. */
  title: string | undefined;
  focus: string;
  earlier: Answer[];
  signal: AbortSignal;
  report: () => void;
}

/** Chosen sentences are all told; a target length is that of all of them. */
function lengthOf({ form, isChosen, length, targetLength }: WriteScriptOptions): ScriptLength {
  if (targetLength) return "normal";
  return form === "points" && !isChosen ? "short" : (length ?? "normal");
}

const turnsOf = (answers: readonly Answer[]) => joinTurns(answers.flatMap(({ turns }) => turns));

const toTurns = ({ lines }: ScriptPart): Turn[] =>
  lines.map(({ speaker, text }) => ({ speaker, text: text.trim() }));

/** Only a single line may make a longer turn. UTF-16 units. */
const maxTurnLength = 180;

/** While the turn stays short. */
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
