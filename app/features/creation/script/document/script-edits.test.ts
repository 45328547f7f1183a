import { expect, test } from "vitest";
import { Invalid } from "#app/features/domain-error.ts";
import { actOnLines, type EditedLine, lineMessages, type ScriptAct } from "./line-acts.ts";
import {
  type EditedScript,
  editScript,
  findScriptProblem,
  maxScriptLines,
  maxStepCharacters,
  maxSteps,
  mergePosted,
  noEdits,
  tooLongScript,
  tooManyLines,
} from "./script-edits.ts";

const lines = (...texts: string[]): EditedLine[] =>
  texts.map((text) => ({ speaker: text.startsWith("b") ? "B" : "A", text }));
const script = (...texts: string[]): EditedScript => ({ title: "題", labels: [], lines: lines(...texts) });
const textsOf = (edited: { lines: readonly EditedLine[] }) => edited.lines.map(({ text }) => text);

test.each<[ScriptAct & { line: number }, number | null, EditedLine[]]>([
  [{ act: "up", line: 1 }, null, lines("b", "一。二！三", "c d")],
  [{ act: "down", line: 1 }, null, lines("一。二！三", "c d", "b")],
  [{ act: "add", line: 1 }, null, [...lines("一。二！三", "b"), { speaker: "B", text: "" }, ...lines("c d")]],
  [{ act: "remove", line: 0 }, null, lines("b", "c d")],
  [{ act: "merge", line: 1 }, null, [...lines("一。二！三"), { speaker: "B", text: "b c d" }]],
  [{ act: "split", line: 0 }, null, lines("一。", "二！三", "b", "c d")],
  [{ act: "split", line: 0 }, 4, lines("一。二！", "三", "b", "c d")],
  // At an end the cursor says nothing.
  [{ act: "split", line: 0 }, 5, lines("一。", "二！三", "b", "c d")],
])("%o of a line, with the cursor at %s", (act, cursor, expected) => {
  expect(actOnLines(lines("一。二！三", "b", "c d"), act as never, cursor)).toEqual(expected);
});

test("a line is not divided within a reading or a character", () => {
  const cut = (text: string, cursor: number) =>
    actOnLines(lines(text), { act: "split", line: 0 }, cursor).map((line) => line.text);
  expect(cut("この｜橋《ハシ2》は古い", 5)).toEqual(["この｜橋《ハシ2》", "は古い"]);
  expect(cut("夜🌙です", 2)).toEqual(["夜🌙", "です"]);
});

test.each<[Parameters<typeof actOnLines>[1], keyof typeof lineMessages]>([
  [{ act: "up", line: 0 }, "end"],
  [{ act: "down", line: 0 }, "end"],
  [{ act: "merge", line: 0 }, "last"],
  [{ act: "remove", line: 0 }, "only"],
  [{ act: "split", line: 0 }, "whole"],
  [{ act: "up", line: 7 }, "gone"],
])("%o of the only line is refused", (act, why) => {
  expect(() => actOnLines(lines("文"), act, null)).toThrow(new Invalid({ lines: [lineMessages[why]] }));
});

test("both voices change places", () => {
  expect(actOnLines(lines("a", "b"), { act: "swap-all" }, null)).toEqual([
    { speaker: "B", text: "a" },
    { speaker: "A", text: "b" },
  ]);
});

test("limits: lines that are added, and characters; too many lines can be shortened", () => {
  const many = script(...Array.from({ length: maxScriptLines + 2 }, () => "a"));
  expect(findScriptProblem(script("a"), many)).toBe(tooManyLines);
  expect(findScriptProblem(many, { ...many, lines: many.lines.slice(1) })).toBeNull();
  expect(findScriptProblem(script("a"), script("あ".repeat(6000)))).toBe(tooLongScript);
});

test("steps back and forth; what is typed into one line is one step, and what was typed goes before an act", () => {
  const saved = script("a", "b");
  const o = { saved, cursor: null };
  const typed = mergePosted(noEdits(saved), { posted: script("a1", "b"), version: 0 }).edits;
  const more = mergePosted(typed, { posted: script("a12", "b"), version: 1 }).edits;
  expect(more).toMatchObject({ version: 2, earlier: [saved] });
  const other = mergePosted(more, { posted: script("a12", "b1"), version: 2 }).edits;
  expect(other.earlier).toHaveLength(2);
  const moved = editScript(other, {
    ...o,
    posted: script("a12", "b12"),
    version: 3,
    act: { act: "up", line: 1 },
  }).edits;
  expect(textsOf(moved.shown)).toEqual(["b12", "a12"]);
  const back = (edits: typeof moved, posted = edits.shown) =>
    editScript(edits, { ...o, posted, version: edits.version, act: { act: "undo" } }).edits;
  const once = back(moved);
  expect(textsOf(once.shown)).toEqual(["a12", "b12"]);
  const first = back(back(once));
  expect(first.shown).toEqual(saved);
  expect(back(first)).toEqual(first);
  const again = editScript(first, {
    ...o,
    posted: first.shown,
    version: first.version,
    act: { act: "redo" },
  }).edits;
  expect(textsOf(again.shown)).toEqual(["a12", "b"]);
  // Undo takes back what was typed and not kept.
  expect(textsOf(back(again, script("x", "b")).shown)).toEqual(["a12", "b"]);
});

test("a post that comes twice is done once", () => {
  const saved = script("a", "b");
  const act = (
    before: ReturnType<typeof noEdits>,
    name: "undo" | "redo" | "discard" | "add",
    posted: EditedScript,
  ) =>
    editScript(before, {
      ...{ posted, version: before.version, saved, cursor: null },
      act: name === "add" ? { act: name, line: 0 } : { act: name },
    }).edits;
  let edits = noEdits(saved);
  for (const name of ["add", "undo", "redo", "discard"] as const) {
    const { shown, version } = edits;
    const next = act(edits, name, shown);
    expect(next.version).toBeGreaterThan(version);
    const twice = editScript(next, {
      ...{ posted: shown, version, saved, cursor: null },
      act: name === "add" ? { act: name, line: 0 } : { act: name },
    });
    expect(twice).toEqual({ edits: next, hasReplaced: false });
    edits = next;
  }
});

test("of two pages the newer post wins, says so, and the other is a step back", () => {
  const saved = script("a", "b");
  const one = mergePosted(noEdits(saved), { posted: script("one", "b"), version: 0 });
  const other = mergePosted(one.edits, { posted: script("other", "b"), version: 0 });
  expect([one.hasReplaced, other.hasReplaced]).toEqual([false, true]);
  expect(other.edits.earlier.map(textsOf)).toEqual([
    ["a", "b"],
    ["one", "b"],
  ]);
});

test("steps are bounded in number and length", () => {
  const keepMany = (texts: string[]) => {
    let edits = noEdits(script("", ""));
    for (const text of texts)
      edits = mergePosted(edits, { posted: script(text, text), version: edits.version }).edits;
    return edits.earlier;
  };
  const short = keepMany(Array.from({ length: 30 }, (_, at) => `${at}`));
  expect(short).toHaveLength(maxSteps);
  expect(short.at(-1)?.lines[0]?.text).toBe("28");
  const long = keepMany(Array.from({ length: 15 }, (_, at) => `${at}${"あ".repeat(2990)}`));
  const characters = long.flatMap(textsOf).join("").length;
  expect([characters > maxStepCharacters * 0.8, characters <= maxStepCharacters]).toEqual([true, true]);
});
