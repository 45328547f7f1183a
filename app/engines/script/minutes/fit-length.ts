import { measureScript } from "#app/engines/audio/measure-script.ts";
import { withoutRuby } from "#app/engines/pronunciations/ruby.ts";
import { measureSpoken, promisedSeconds, type VoicePace } from "#app/engines/speech/voice-pace.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import { buildScript } from "../build-script.ts";
import { type ReadText, readText, type ScriptSource } from "../compose-script.ts";
import { makeTitle } from "../make-title.ts";
import type { Speaker } from "../script.ts";
import type { TextKind } from "../text-kind.ts";
import { choosePassages, neededBy, type PassageFacts } from "./choose-passages.ts";
import { nounsOf, readPassageFacts } from "./passage-facts.ts";
import { joinPassages, type Passage, splitPassages } from "./passages.ts";

/** Leaves room for a promise's error. */
const nearEnough = 0.02;
const maxTries = 12;

export interface FittingTarget {
  seconds: number;
  paces: Readonly<Record<Speaker, VoicePace>>;
  speakingRate: number;
  focus: readonly Word[];
}

/** `promised`: seconds of the kept passages, `whole`: of the whole text. */
export type FittedPassages = ReturnType<typeof fitLength>;

/**
 * Chooses passages (`choosePassages`) so that the script with the hosts' additions, found by building it, has the wished
 * length. A short text stays whole. Deterministic.
 *
 * @param words of each line, without ruby
 */
export function fitLength(o: {
  read: ReadText;
  words: readonly (readonly Word[])[];
  kind: TextKind;
  source: ScriptSource;
  target: FittingTarget;
}) {
  const { read, words, target } = o;
  const passages = splitPassages(read.text, read.lines);
  const pace = {
    mora: (target.paces.A.secondsPerMora + target.paces.B.secondsPerMora) / 2,
    comma: (target.paces.A.secondsPerComma + target.paces.B.secondsPerComma) / 2,
  };
  const secondsOf = (text: string) => {
    const { morae, commas } = measureSpoken(withoutRuby(text));
    return (morae * pace.mora + commas * pace.comma + 0.5) / target.speakingRate;
  };
  const facts = readPassageFacts({ lines: read.lines, words, passages, secondsOf });
  const promise = (kept: readonly number[]) => promiseOf({ ...o, passages, kept });
  const all = passages.map((_, at) => at);
  const whole = promise(all);
  const result = (kept: number[], promised: number) => ({
    passages,
    seconds: facts.map(({ seconds }) => seconds),
    kept,
    promised,
    whole,
  });
  if (whole <= target.seconds * (1 + nearEnough)) return result(all, whole);

  const [title, focus] = [titleNouns(o, words), nounsOf(target.focus)];
  const groups = facts.map((_, at) => neededBy(facts, at));
  let budget = target.seconds;
  let best: { kept: number[]; promised: number } | null = null;
  const tried = new Set<string>();
  const attempt = (kept: number[]): number | null => {
    const key = kept.join();
    if (kept.length === 0 || tried.has(key)) return null;
    tried.add(key);
    const promised = promise(kept);
    if (!best || Math.abs(promised - target.seconds) < Math.abs(best.promised - target.seconds))
      best = { kept, promised };
    return promised;
  };
  const bestOf = () => best as { kept: number[]; promised: number } | null;
  const isNear = () => {
    const found = bestOf();
    return found !== null && Math.abs(found.promised / target.seconds - 1) <= nearEnough;
  };
  for (let time = 0; time < maxTries / 2 && !isNear(); time++) {
    const promised = attempt(choosePassages(facts, { seconds: budget, title, focus }));
    if (promised === null) budget *= 1.05;
    else budget += target.seconds - promised;
  }
  // A sentence off: exchanges one for a fitting one.
  for (let time = 0; time < maxTries && !isNear(); time++) {
    const found = bestOf();
    if (!found) break;
    const next = changesOf({ facts, groups }, found.kept, target.seconds - found.promised).find(
      (kept) => !tried.has(kept.join()),
    );
    if (!next) break;
    attempt(next);
  }
  const found = bestOf();
  return found ? result(found.kept, found.promised) : result(all, whole);
}

function titleNouns(
  { source, read, kind }: Parameters<typeof fitLength>[0],
  words: readonly (readonly Word[])[],
): string[] {
  const { title } = makeTitle(source.title, read.lines, words, kind);
  return [...new Set(words.flatMap(nounsOf))].filter((noun) => title.includes(noun));
}

/** One passage more, less or exchanged, by about `seconds` (may be negative); the best first. */
function changesOf(
  { facts, groups }: { facts: readonly PassageFacts[]; groups: readonly (readonly number[])[] },
  kept: readonly number[],
  seconds: number,
): number[][] {
  const isKept = new Set(kept);
  const lengthOf = (indexes: readonly number[]) =>
    indexes.reduce((sum, at) => sum + (facts[at]?.seconds ?? 0), 0);
  /** A passage leaves with those that need it, and with emptied headings. */
  const leaving = kept.flatMap((at) => {
    if (facts[at]?.kind === "heading") return [];
    const gone = new Set(
      kept.filter((other) => groups[other]?.includes(at) && facts[other]?.kind !== "heading"),
    );
    for (const other of kept)
      if (
        facts[other]?.kind === "heading" &&
        !kept.some((below) => facts[below]?.heading === other && !gone.has(below))
      )
        gone.add(other);
    return gone.size <= 3 ? [[...gone]] : [];
  });
  const coming = facts.flatMap((fact, at) => {
    if (isKept.has(at) || fact.kind === "heading") return [];
    const missing = (groups[at] ?? []).filter((index) => !isKept.has(index));
    return missing.length <= 3 ? [missing] : [];
  });
  const changes: { kept: number[]; off: number }[] = [];
  const add = (gone: readonly number[], come: readonly number[]) => {
    const next = [...kept.filter((at) => !gone.includes(at)), ...come].sort((one, other) => one - other);
    const has = new Set(next);
    if (next.length === 0 || next.some((at) => facts[at]?.needs.some((needed) => !has.has(needed)))) return;
    changes.push({ kept: next, off: Math.abs(lengthOf(come) - lengthOf(gone) - seconds) });
  };
  for (const come of coming) add([], come);
  for (const gone of leaving) add(gone, []);
  // Only the cheapest: all of a long text would be a million.
  const near = leaving.flatMap((gone) =>
    coming.map((come) => ({ gone, come, off: Math.abs(lengthOf(come) - lengthOf(gone) - seconds) })),
  );
  near.sort((one, other) => one.off - other.off);
  for (const { gone, come } of near.slice(0, 20)) add(gone, come);
  return changes.sort((one, other) => one.off - other.off).map((change) => change.kept);
}

function promiseOf(o: {
  read: ReadText;
  words: readonly (readonly Word[])[];
  kind: TextKind;
  source: ScriptSource;
  target: FittingTarget;
  passages: readonly Passage[];
  kept: readonly number[];
}): number {
  const { read, words, kind, source, target, passages, kept } = o;
  const indexes = kept.flatMap((at) => {
    const { from = 0, to = 0 } = passages[at]?.lines ?? {};
    return Array.from({ length: to - from }, (_, past) => from + past);
  });
  // Read anew: alone it may be read otherwise.
  const { lines } = readText({ inputText: joinPassages(read.text, passages, kept) });
  const known = indexes.map((at) => words[at] ?? []);
  const wordsOf = lines.map((_, at) => (lines.length === indexes.length ? (known[at] ?? []) : []));
  const title = makeTitle(source.title, lines, wordsOf, kind);
  const turns = buildScript({
    form: source.form ?? "dialogue",
    kind,
    hasGreetings: source.hasGreetings ?? true,
    isChosen: true,
    lines,
    title: title.source === "sentence" ? null : title.title,
    words: wordsOf,
    recentScripts: source.recentScripts ?? [],
  });
  return promisedSeconds(measureScript(turns), target);
}
