import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import { readSentence } from "./sentence.ts";
import { featuresOf } from "./sentence-features.ts";
import { shareOf } from "./weigh-words.ts";
import { packWeights, type Weight, weighedKinds } from "./weights-table.ts";

const harmLists = new URL("./test-lists/", import.meta.url);
const scriptTexts = new URL("../script/texts/", import.meta.url);
const readingLists = new URL("../pronunciations/test-lists/", import.meta.url);
/** How often an ordinary sentence counts: a text holds dozens of them, and one that is held holds all of it. */
const ordinaryTimes = 3;
/** Put aside: what is judged by them must not learn from them. */
const putAside =
  /^(?:ninth|eleventh|fourteenth|sixteenth|seventeenth|eighteenth|nineteenth|twenty-first)-held-out/u;

interface Example {
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
async function readExamples(): Promise<(Example & { list: string })[]> {
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

const passes = 30;
const decay = 0.003;
/** Orders of the examples, over which weights are averaged: one order alone leaves its own noise. */
const runs = 2;
const step = 0.1;
/** Rarer features and smaller weights are left out of the table. */
const smallest = 0.05;
const fewestExamples = 2;
/** Of 256 features so many are left out each time an example is learned from: harm must show by several signs, not by the one that fits best. */
const leftOut = 154;

/** Weights averaged over several orders of the examples. */
function learn(examples: readonly Example[]): { bias: number; weights: Map<string, number> } {
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const ids = new Map<string, number>();
  for (const [feature, count] of counts) if (count >= fewestExamples) ids.set(feature, ids.size);
  const rows = examples.map(({ kind, features }) => ({
    y: kind === "free" ? 0 : 1,
    share: shareOf(features.size),
    at: Int32Array.from([...features].flatMap((feature) => ids.get(feature) ?? [])),
  }));
  const learned = Array.from({ length: runs }, (_, run) =>
    learnInOrder(rows, { size: ids.size, order: run + 1 }),
  );
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    bias: mean(learned.map(({ bias }) => bias)),
    weights: new Map(
      [...ids].map(([feature, id]) => [feature, mean(learned.map(({ weights }) => weights[id] ?? 0))]),
    ),
  };
}

interface Row {
  /** 1 for harm, 0 for none. */
  y: number;
  /** Of its features' sum. */
  share: number;
  /** Numbers of its features. */
  at: Int32Array;
}

/** Logistic regression by stochastic gradients (AdaGrad) with dropout, in an order that is the same each time. A weight is the odds' logarithm. */
function learnInOrder(
  examples: readonly Row[],
  { size, order }: { size: number; order: number },
): { bias: number; weights: Float64Array } {
  const rows = [...examples];
  const weights = new Float64Array(size);
  const squares = new Float64Array(size).fill(1);
  let bias = 0;
  let state = order;
  /** Xorshift: 32 bits. */
  const random = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const kept = new Int32Array(Math.max(...rows.map(({ at }) => at.length)));
  for (let pass = 0; pass < passes; pass++) {
    for (let at = rows.length - 1; at > 0; at--) {
      const other = random() % (at + 1);
      const [one, two] = [rows[at], rows[other]];
      if (one && two) [rows[at], rows[other]] = [two, one];
    }
    for (const { y, share, at } of rows) {
      let length = 0;
      let bits = 0;
      for (let index = 0; index < at.length; index++) {
        bits = index % 4 === 0 ? random() : bits >>> 8;
        if ((bits & 0xff) >= leftOut) kept[length++] = at[index] ?? 0;
      }
      // As if all stood there.
      const scale = share / (1 - leftOut / 256);
      let sum = 0;
      for (let index = 0; index < length; index++) sum += weights[kept[index] ?? 0] ?? 0;
      const error = 1 / (1 + Math.exp(-bias - sum * scale)) - y;
      bias -= 0.02 * error;
      for (let index = 0; index < length; index++) {
        const id = kept[index] ?? 0;
        const weight = weights[id] ?? 0;
        const gradient = error * scale + decay * weight;
        const square = (squares[id] ?? 1) + gradient * gradient;
        squares[id] = square;
        weights[id] = weight - (step * gradient) / Math.sqrt(square);
      }
    }
  }
  return { bias, weights };
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

/** Characters of a line of the table. */
const lineLength = 120;

/** The source of `harm-weights.ts`. */
function formatWeights(examples: readonly Example[]): string {
  const { bias, weights } = learn(examples);
  const kinds = kindsOf(examples);
  const table = new Map<string, Weight>();
  for (const [feature, weight] of weights) {
    if (Math.abs(weight) < smallest) continue;
    const kind = weight > 0 ? weighedKinds.find((name) => name === kinds.get(feature)) : undefined;
    table.set(feature, { weight, kind: kind ?? null });
  }
  const lines = packWeights(table).match(new RegExp(`.{1,${lineLength}}`, "gu")) ?? [];
  return `/** Learned by \`npm run harm:weights\` from the lists beside it: not to be edited. */
export const harmBias = ${Number(bias.toFixed(3))};
/** As \`weights-table.ts\` packs them. */
export const harmWeights = \`
${lines.join("\n")}
\`;
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("./harm-weights.ts", import.meta.url), formatWeights(await readExamples()));
  process.exit(0);
}
