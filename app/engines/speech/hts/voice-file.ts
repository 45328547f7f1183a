import { readFile } from "node:fs/promises";

export class VoiceFileError extends Error {
  override readonly name = "VoiceFileError";
}

type LabelTest = (label: string) => boolean;

/** A branch is a node (0 or more), or a leaf: minus its Gaussian's number (from 1). */
interface TreeNode {
  test: LabelTest;
  no: number;
  yes: number;
}

interface Tree {
  /** From 2. */
  state: number;
  applies: LabelTest;
  nodes: readonly TreeNode[];
  root: number;
}

export interface TreeModel {
  trees: readonly Tree[];
  /** Vector × windows. */
  size: number;
  /** By tree and leaf: means, variances, and the weight of "voiced" if any. */
  gaussians: readonly (readonly Float32Array[])[];
}

interface StreamModel extends TreeModel {
  /** Per frame. */
  length: number;
  /** The first window is the value, the others its changes. */
  windows: readonly (readonly number[])[];
  hasVoicing: boolean;
  globalVariance?: TreeModel | undefined;
}

const streamNames = ["MCP", "LF0", "LPF"] as const;
export type StreamName = (typeof streamNames)[number];

/** HTS voice format 1.0. */
export type HtsVoiceFile = ReturnType<typeof parseVoiceFile>;

/** Rejects with `VoiceFileError` that names the file. */
export async function readVoiceFile(path: string): Promise<HtsVoiceFile> {
  try {
    const bytes = await readFile(path).catch(() => {
      throw new VoiceFileError("it can't be read");
    });
    return parseVoiceFile(bytes);
  } catch (error) {
    if (error instanceof VoiceFileError)
      throw new VoiceFileError(`the voice ${path} can't be used: ${error.message}`);
    throw error;
  }
}

const limits = { sampleRate: 192_000, framePeriod: 10_000, states: 10, length: 200, windows: 5, taps: 15 };

/**
 * A text head with byte ranges, then trees and windows (text) and Gaussians (32-bit floats). Throws `VoiceFileError` for
 * anything unspeakable, so that speaking never fails on a voice.
 */
export function parseVoiceFile(bytes: Buffer) {
  const head = readHead(bytes);
  const states = head.integer("NUM_STATES", limits.states);
  const model = (o: { pdf: string; tree: string; size: number; extra?: number }): TreeModel => {
    const trees = readTrees(head.text(o.tree));
    const gaussians = readGaussians(head.part(o.pdf), {
      trees: trees.length,
      size: o.size,
      extra: o.extra ?? 0,
    });
    for (const [t, tree] of trees.entries()) requireLeaves(tree, gaussians[t]?.length ?? 0);
    return { trees, size: o.size, gaussians };
  };
  const stream = (name: StreamName): StreamModel => {
    const length = head.integer(`VECTOR_LENGTH[${name}]`, limits.length);
    const windows = head.list(`STREAM_WIN[${name}]`).map((range) => readWindow(head.textAt(range)));
    if (windows.length === 0 || windows.length > limits.windows || windows[0]?.length !== 1)
      throw new VoiceFileError(`the windows of ${name} are wrong`);
    const hasVoicing = head.value(`IS_MSD[${name}]`) === "1";
    const hasVariance = head.value(`USE_GV[${name}]`) === "1";
    return {
      ...model({
        pdf: `STREAM_PDF[${name}]`,
        tree: `STREAM_TREE[${name}]`,
        size: length * windows.length,
        extra: hasVoicing ? 1 : 0,
      }),
      length,
      windows,
      hasVoicing,
      globalVariance: hasVariance
        ? model({ pdf: `GV_PDF[${name}]`, tree: `GV_TREE[${name}]`, size: length })
        : undefined,
    };
  };

  const present = head.value("STREAM_TYPE").split(",");
  if (present.length !== streamNames.length || streamNames.some((name) => !present.includes(name)))
    throw new VoiceFileError(
      `its streams are ${present.join(", ")}, and ${streamNames.join(", ")} are needed`,
    );
  if (head.value("FULLCONTEXT_FORMAT") !== "HTS_TTS_JPN")
    throw new VoiceFileError(`it does not speak Japanese (${head.value("FULLCONTEXT_FORMAT")})`);
  const streams = { MCP: stream("MCP"), LF0: stream("LF0"), LPF: stream("LPF") };
  if (!streams.LF0.hasVoicing || streams.LF0.length !== 1 || streams.MCP.length < 3)
    throw new VoiceFileError("its spectrum or pitch is of an unknown kind");
  if (streams.LPF.length % 2 !== 1) throw new VoiceFileError("its voicing filter has no middle");
  const options = head.value("OPTION[MCP]");
  if (/(?:^|,)(?:GAMMA=(?!0(?:,|$))|LN_GAIN=1)/.test(options))
    throw new VoiceFileError(`its spectrum is of an unknown kind (${options})`);
  const alpha = Number(/ALPHA=([\d.]+)/.exec(options)?.[1] ?? Number.NaN);
  if (!(alpha > 0 && alpha < 1)) throw new VoiceFileError("its all-pass constant is missing");
  return {
    sampleRate: head.integer("SAMPLING_FREQUENCY", limits.sampleRate),
    framePeriod: head.integer("FRAME_PERIOD", limits.framePeriod),
    states,
    alpha,
    duration: model({ pdf: "DURATION_PDF", tree: "DURATION_TREE", size: states }),
    streams,
    /** Excluded from the global variance. */
    isSilence: anyPattern(patternsIn(head.value("GV_OFF_CONTEXT"))),
  };
}

/** A label's Gaussian in a state (from 2): means, variances, weight of "voiced". */
export function findGaussian(model: TreeModel, state: number, label: string): Float32Array {
  const found = model.trees.findIndex((tree) => tree.state === state && tree.applies(label));
  const index = Math.max(0, found);
  const tree = model.trees[index];
  let at = tree?.root ?? -1;
  for (let node = tree?.nodes[at]; at >= 0 && node; node = tree?.nodes[at])
    at = node.test(label) ? node.yes : node.no;
  const gaussian = model.gaussians[index]?.[-at - 1];
  if (!gaussian) throw new VoiceFileError(`there is no leaf ${-at}`);
  return gaussian;
}

/** Before `[DATA]`, from which ranges count. */
function readHead(bytes: Buffer) {
  const dataMark = "[DATA]\n";
  const markAt = bytes.subarray(0, 65_536).indexOf(dataMark);
  const text = bytes.subarray(0, Math.max(0, markAt)).toString("latin1");
  if (!text.startsWith("[GLOBAL]\n")) throw new VoiceFileError("it is no HTS voice");
  const dataAt = markAt + dataMark.length;
  const lines = text.split("\n").map((line): [string, string] => {
    const colon = line.indexOf(":");
    return colon < 0 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 1)];
  });
  const values = new Map(lines);
  const value = (key: string) => values.get(key) ?? "";
  if (value("HTS_VOICE_VERSION") !== "1.0")
    throw new VoiceFileError(`its format ${value("HTS_VOICE_VERSION")} is unknown`);
  const partAt = (range: string): Buffer => {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(range)?.map(Number) ?? [];
    if (from === undefined || to === undefined || to < from || dataAt + to >= bytes.length)
      throw new VoiceFileError(`it ends early or is damaged (${range || "a part is missing"})`);
    return bytes.subarray(dataAt + from, dataAt + to + 1);
  };
  const textAt = (range: string) => partAt(range).toString("latin1");
  return {
    value,
    list: (key: string) => value(key).split(","),
    integer(key: string, max: number): number {
      const number = Number(value(key) || Number.NaN);
      if (!Number.isInteger(number) || number < 1 || number > max)
        throw new VoiceFileError(`${key} is ${value(key) || "missing"}`);
      return number;
    },
    part: (key: string) => partAt(value(key)),
    text: (key: string) => textAt(value(key)),
    textAt,
  };
}

function readWindow(text: string): number[] {
  const [count, ...weights] = text.trim().split(/\s+/).map(Number);
  if (
    weights.length !== count ||
    weights.length % 2 !== 1 ||
    weights.length > limits.taps ||
    !weights.every(Number.isFinite)
  )
    throw new VoiceFileError("a window is wrong");
  return weights;
}

const patternsIn = (text: string) => [...text.matchAll(/"(.*?)"/g)].map(([, pattern = ""]) => pattern);

/** `*`: any letters, `?`: one. Most are `*text*`. */
function anyPattern(patterns: readonly string[]): LabelTest {
  const isInside = (pattern: string) => /^\*[^*?]*\*$/.test(pattern);
  const inside = patterns.filter(isInside).map((pattern) => pattern.slice(1, -1));
  const others = patterns
    .filter((pattern) => !isInside(pattern))
    .map((pattern) =>
      pattern
        .replace(/[.+^$|(){}[\]\\/-]/g, "\\$&")
        .replaceAll("*", ".*")
        .replaceAll("?", "."),
    );
  const regex = others.length > 0 ? new RegExp(`^(?:${others.join("|")})$`) : undefined;
  return (label) => inside.some((part) => label.includes(part)) || (regex?.test(label) ?? false);
}

/** `{*}[2]`, then a quoted leaf, or lines in braces: number, question, no, yes. */
const treePattern = /^\{(.*)\}\[(\d+)\]\n(?:\s*"?([^"{\n]*?)"?\n|\{\n([\s\S]*?)\n\})/gm;

function readTrees(text: string): Tree[] {
  const questions = new Map(
    [...text.matchAll(/^QS (\S+) \{ (.*) \}$/gm)].map(([, name = "", list = ""]) => [
      name,
      anyPattern(patternsIn(list)),
    ]),
  );
  const trees = [...text.matchAll(treePattern)].map(
    ([, scope = "*", state, leaf = "", lines = ""]): Tree => ({
      state: Number(state),
      applies: scope === "*" ? () => true : anyPattern(scope.replace(/^\(|\)$/g, "").split(",")),
      root: leaf === "" ? 0 : -leafNumber(leaf),
      nodes: leaf === "" ? readNodes(lines, questions) : [],
    }),
  );
  if (trees.length === 0) throw new VoiceFileError("it has no decision tree");
  return trees;
}

function readNodes(lines: string, questions: ReadonlyMap<string, LabelTest>): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (const line of lines.split("\n")) {
    if (line.trim() === "") continue;
    const [number, question = "", no = "", yes = ""] = line.trim().split(/\s+/);
    const test = questions.get(question);
    // 0, −1, −2 …, so branches lead to later lines.
    if (!test || Number(number) !== -nodes.length) throw new VoiceFileError("a decision tree is damaged");
    nodes.push({ test, no: branch(no), yes: branch(yes) });
  }
  return nodes;
}

const leafNumber = (name: string) => Number(/(\d+)"?$/.exec(name)?.[1] ?? Number.NaN);
const branch = (text: string) => (text.startsWith('"') ? -leafNumber(text) : -Number(text));

/** Throws unless branches lead to later nodes or existing leaves. */
function requireLeaves({ root, nodes }: Tree, leaves: number): void {
  const isLeaf = (at: number) => Number.isInteger(at) && at < 0 && -at <= leaves;
  const isGood =
    nodes.length === 0
      ? isLeaf(root)
      : nodes.every(({ no, yes }, index) =>
          [no, yes].every((at) => isLeaf(at) || (Number.isInteger(at) && at > index && at < nodes.length)),
        );
  if (!isGood) throw new VoiceFileError("a decision tree is damaged");
}

/** All trees' counts, then their Gaussians. */
function readGaussians(
  bytes: Uint8Array,
  o: { trees: number; size: number; extra: number },
): Float32Array[][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = 2 * o.size + o.extra;
  if (view.byteLength < 4 * o.trees) throw new VoiceFileError("its Gaussians are missing");
  const counts = Array.from({ length: o.trees }, (_, tree) => view.getUint32(4 * tree, true));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (view.byteLength !== 4 * (o.trees + total * length))
    throw new VoiceFileError("its Gaussians are incomplete");
  let at = 4 * o.trees;
  return counts.map((count) =>
    Array.from({ length: count }, () => {
      const values = Float32Array.from({ length }, (_, i) => view.getFloat32(at + 4 * i, true));
      at += 4 * length;
      if (!values.every(Number.isFinite)) throw new VoiceFileError("it holds values that are no numbers");
      return values;
    }),
  );
}
