import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import { readSentence } from "./sentence.ts";
import { featuresOf } from "./sentence-features.ts";
import { shareOf } from "./weigh-words.ts";

const harmLists = new URL("./test-lists/", import.meta.url);
const scriptTexts = new URL("../script/texts/", import.meta.url);
const readingLists = new URL("../pronunciations/test-lists/", import.meta.url);
/** How often an ordinary sentence counts: a text holds dozens of them, and one that is held holds all of it. */
const ordinaryTimes = 3;
/** Put aside: what is judged by them must not learn from them. */
const putAside = /^(?:ninth|eleventh|fourteenth|sixteenth|seventeenth)-held-out/u;

export interface Example {
  /** As in the lists; `free` for harmless. */
  kind: string;
  text: string;
  features: ReadonlySet<string>;
}

/** The lists' kinds that have no kind of their own. */
const kindNames: Record<string, string> = { wish: "abuse", incitement: "threat" };

async function readExample(kind: string, text: string): Promise<Example> {
  const parts = text
    .replace(/「[^「」]{1,200}」/gu, "それ")
    .split(/(?<=[。！!？?])/u)
    .filter((part) => part.trim() !== "");
  const words = await analyzeWords(parts);
  const features = new Set<string>();
  parts.forEach((part, at) => {
    for (const feature of featuresOf(readSentence(part, words[at] ?? []), words[at] ?? []))
      features.add(feature);
  });
  return { kind: kindNames[kind] ?? kind, text, features };
}

const linesOf = (folder: URL, file: string) =>
  readFileSync(new URL(file, folder), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("\t"));

/** Sentences of running texts that are judged for something else: readings and kinds of text. */
function readOrdinary(): string[] {
  const readings = readdirSync(readingLists)
    .filter((file) => file !== "accents.tsv")
    .sort()
    .flatMap((file) => linesOf(readingLists, file).map(([, text = ""]) => text));
  const scripts = readdirSync(scriptTexts)
    .filter((file) => file.endsWith(".txt"))
    .sort()
    .flatMap((file) => readFileSync(new URL(file, scriptTexts), "utf8").split(/^(?==== )/mu))
    // Two texts accuse somebody.
    .filter((text) => !/^=== .*accusation/u.test(text))
    .flatMap((text) => text.trim().split("\n").slice(1));
  return [...readings, ...scripts]
    .flatMap((text) => text.split(/(?<=。)/u))
    .filter((sentence) => sentence.length > 8);
}

/** Of all lists but those put aside, and ordinary sentences, which are harmless. */
export async function readExamples(): Promise<(Example & { list: string })[]> {
  const examples: (Example & { list: string })[] = [];
  const add = async (kind: string, text: string, list: string) => {
    const example = { ...(await readExample(kind, text)), list };
    const times = /ordinary/u.test(list) ? ordinaryTimes : 1;
    examples.push(...Array<typeof example>(times).fill(example));
  };
  for (const file of readdirSync(harmLists).sort()) {
    if (putAside.test(file) || /names/u.test(file)) continue;
    for (const [kind = "", text = ""] of linesOf(harmLists, file)) await add(kind, text, file);
  }
  for (const text of readOrdinary()) await add("free", text, "ordinary");
  return examples;
}

const passes = 15;
const decay = 0.003;
/** Orders of the examples, over which weights are averaged: one order alone leaves its own noise. */
const runs = 4;
const step = 0.1;
const smallest = 0.12;

/** Weights averaged over several orders of the examples. */
export function learn(examples: readonly Example[]): { bias: number; weights: Map<string, number> } {
  const learned = Array.from({ length: runs }, (_, run) => learnInOrder(examples, run + 1));
  const weights = new Map<string, number>();
  for (const one of learned)
    for (const [feature, weight] of one.weights)
      weights.set(feature, (weights.get(feature) ?? 0) + weight / runs);
  return { bias: learned.reduce((sum, { bias }) => sum + bias / runs, 0), weights };
}

/**
 * Logistic regression by stochastic gradients (AdaGrad), in an order that is the same each time. A weight is the odds' logarithm;
 * features that stand in one example alone keep theirs, as words do in new sentences.
 */
function learnInOrder(
  examples: readonly Example[],
  order: number,
): { bias: number; weights: Map<string, number> } {
  const ids = new Map<string, number>();
  const rows = examples.map(({ kind, features }) => ({
    y: kind === "free" ? 0 : 1,
    at: Int32Array.from(features, (feature) => {
      const id = ids.get(feature) ?? ids.size;
      ids.set(feature, id);
      return id;
    }),
  }));
  const weights = new Float64Array(ids.size);
  const squares = new Float64Array(ids.size).fill(1);
  let bias = 0;
  let state = order;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  for (let pass = 0; pass < passes; pass++) {
    for (let at = rows.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      const [one, two] = [rows[at], rows[other]];
      if (one && two) [rows[at], rows[other]] = [two, one];
    }
    for (const { y, at } of rows) {
      const share = shareOf(at.length);
      let sum = 0;
      for (const id of at) sum += weights[id] ?? 0;
      const error = 1 / (1 + Math.exp(-bias - sum * share)) - y;
      bias -= 0.02 * error;
      for (const id of at) {
        const gradient = error * share + decay * (weights[id] ?? 0);
        squares[id] = (squares[id] ?? 1) + gradient * gradient;
        weights[id] = (weights[id] ?? 0) - (step * gradient) / Math.sqrt(squares[id] ?? 1);
      }
    }
  }
  return { bias, weights: new Map([...ids].map(([feature, id]) => [feature, weights[id] ?? 0])) };
}

/** The kind of the harmful examples that hold a feature most often. */
function kindsOf(examples: readonly Example[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { kind, features } of examples) {
    if (kind === "free") continue;
    for (const feature of features) {
      const count = counts.get(feature) ?? new Map<string, number>();
      counts.set(feature, count.set(kind, (count.get(kind) ?? 0) + 1));
    }
  }
  return new Map(
    [...counts].map(([feature, count]) => [feature, [...count].sort(([, a], [, b]) => b - a)[0]?.[0] ?? ""]),
  );
}

/** The source of `harm-weights.ts`. */
export function formatWeights(examples: readonly Example[]): string {
  const { bias, weights } = learn(examples);
  const kinds = kindsOf(examples);
  const lines = new Map<string, string[]>();
  for (const [feature, weight] of weights) {
    if (Math.abs(weight) < smallest || /[`\\$\t]/u.test(feature)) continue;
    const head = `${weight > 0 ? kinds.get(feature) : "free"}\t${Math.round(weight * 100)}`;
    lines.set(head, [...(lines.get(head) ?? []), feature]);
  }
  const table = [...lines].map(([head, features]) => `${head}\t${features.sort().join("\t")}`).sort();
  return `/** Learned by \`npm run harm:weights\` from the lists beside it: not to be edited. */
export const harmBias = ${Number(bias.toFixed(3))};
/** A line: kind, weight in hundredths, features; tabs between them. */
export const harmWeights = \`
${table.join("\n")}
\`;
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("./harm-weights.ts", import.meta.url), formatWeights(await readExamples()));
  process.exit(0);
}
