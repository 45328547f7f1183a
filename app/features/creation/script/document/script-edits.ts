import { formatScript, maxScriptLength, parseScript } from "#app/engines/script/script.ts";
import type { StoredEditedScript, StoredScriptEdits } from "#db/schema/index.ts";
import { actOnLines, type EditedLine, type ScriptAct } from "./line-acts.ts";

/** Unfinished: lines may be empty. */
export type EditedScript = StoredEditedScript;

type ScriptEdits = StoredScriptEdits;

export const maxSteps = 20;
/** The limit of all steps: they stand in the script's row. */
export const maxStepCharacters = 60_000;
export const maxScriptLines = 300;

export const tooManyLines = `台本は${maxScriptLines}行までです`;
export const tooLongScript = `台本は${maxScriptLength.toLocaleString("ja-JP")}文字以内で入力してください`;

/** Why a change is not allowed; null if it is. A script of too many lines can be shortened. */
export function findScriptProblem(before: EditedScript, after: EditedScript): string | null {
  if (after.lines.length > Math.max(maxScriptLines, before.lines.length)) return tooManyLines;
  return [...formatScript(spokenLines(after.lines))].length > maxScriptLength ? tooLongScript : null;
}

/** Skips empty lines; a line break begins a new line of the same voice. */
export function spokenLines(lines: readonly EditedLine[]): EditedLine[] {
  return lines.flatMap(({ speaker, text }) =>
    text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [{ speaker, text: line.trim() }])),
  );
}

export function editedOf(saved: { title: string; labels: readonly string[]; script: string }): EditedScript {
  const lines = parseScript(saved.script).map(({ speaker, text }) => ({ speaker, text }));
  return { title: saved.title, labels: [...saved.labels], lines };
}

export function isSaved(edited: EditedScript, saved: EditedScript): boolean {
  return isSame(spoken(edited), spoken(saved));
}

const spoken = (edited: EditedScript): EditedScript => ({ ...edited, lines: spokenLines(edited.lines) });

export const noEdits = (saved: EditedScript): ScriptEdits => ({
  version: 0,
  shown: saved,
  earlier: [],
  later: [],
  typedLine: null,
});

interface PostedScript {
  posted: EditedScript;
  version: number | null;
}

/** `hasReplaced`: another page had written since this one was loaded. */
interface Edited {
  edits: ScriptEdits;
  hasReplaced: boolean;
}

/**
 * Merges a page's content. Differences become an undoable step, also what another page wrote: the newer post wins, nothing is
 * lost. Typing in one line, post after post, is one step.
 */
export function mergePosted(before: ScriptEdits, { posted, version }: PostedScript): Edited {
  if (isSame(posted, before.shown)) return { edits: before, hasReplaced: false };
  const hasReplaced = version !== null && version !== before.version;
  const typedLine = hasReplaced ? null : findTypedLine(before.shown, posted);
  const isSameStep = typedLine !== null && typedLine === before.typedLine;
  const edits = {
    version: before.version + 1,
    shown: posted,
    earlier: isSameStep ? before.earlier : boundSteps([...before.earlier, before.shown]),
    later: [],
    typedLine,
  };
  return { edits, hasReplaced };
}

/**
 * Merges a page's content, then does its button's act. Idempotent. Throws `Invalid` if a line can't be moved, divided or
 * joined.
 */
export function editScript(
  before: ScriptEdits,
  o: PostedScript & { act: ScriptAct; saved: EditedScript; cursor: number | null },
): Edited {
  const { act } = o;
  if (isRepeat(before, o)) return { edits: before, hasReplaced: false };
  const kept = mergePosted(before, o);
  const { edits } = kept;
  if (act.act === "keep") return kept;
  if (act.act === "undo") return { ...kept, edits: step(edits, "earlier", "later") };
  if (act.act === "redo") return { ...kept, edits: step(edits, "later", "earlier") };
  const shown =
    act.act === "discard" ? o.saved : { ...edits.shown, lines: actOnLines(edits.shown.lines, act, o.cursor) };
  return { ...kept, edits: changeTo(edits, shown) };
}

/** The edits after the script was saved, or got a reading. */
export function followSaved(
  edits: ScriptEdits,
  { before, saved }: { before: EditedScript; saved: EditedScript },
): ScriptEdits {
  if (isSaved(edits.shown, saved)) return edits;
  if (isSaved(edits.shown, before)) return changeTo(edits, saved);
  // Unsaved edits stay; lines that changed beneath them are taken.
  const changed = new Map(
    before.lines.flatMap(({ text }, line) => {
      const now = saved.lines[line]?.text;
      return now === undefined || now === text ? [] : [[text, now] as const];
    }),
  );
  if (before.lines.length !== saved.lines.length) return edits;
  const lines = edits.shown.lines.map((line) => ({ ...line, text: changed.get(line.text) ?? line.text }));
  return changeTo(edits, { ...edits.shown, lines });
}

function isRepeat(
  before: ScriptEdits,
  { posted, version, act, cursor, saved }: Parameters<typeof editScript>[1],
): boolean {
  if (version === null || version === before.version || act.act === "keep") return false;
  if (act.act === "undo") return isSame(posted, before.later.at(-1));
  if (!isSame(posted, before.earlier.at(-1))) return false;
  if (act.act === "redo") return true;
  const made = act.act === "discard" ? saved : { ...posted, lines: actOnLines(posted.lines, act, cursor) };
  return isSame(made, before.shown);
}

function changeTo(edits: ScriptEdits, shown: EditedScript): ScriptEdits {
  if (isSame(shown, edits.shown)) return edits;
  return {
    version: edits.version + 1,
    shown,
    earlier: boundSteps([...edits.earlier, edits.shown]),
    later: [],
    typedLine: null,
  };
}

function step(edits: ScriptEdits, from: "earlier" | "later", to: "earlier" | "later"): ScriptEdits {
  const shown = edits[from].at(-1);
  if (!shown) return edits;
  return {
    ...edits,
    version: edits.version + 1,
    shown,
    [from]: edits[from].slice(0, -1),
    [to]: boundSteps([...edits[to], edits.shown]),
    typedLine: null,
  };
}

/** That fit into a row. */
function boundSteps(steps: readonly EditedScript[]): EditedScript[] {
  let characters = 0;
  const newest = steps.slice(-maxSteps);
  const first = newest.findLastIndex(({ title, lines }) => {
    for (const { text } of lines) characters += text.length;
    characters += title.length;
    return characters > maxStepCharacters;
  });
  return newest.slice(first + 1);
}

function findTypedLine(before: EditedScript, after: EditedScript): number | null {
  const { lines } = after;
  if (lines.length !== before.lines.length) return null;
  const [line = null, ...more] = [...lines.keys()].filter((at) => lines[at]?.text !== before.lines[at]?.text);
  if (line === null || more.length > 0) return null;
  const retyped = lines.with(line, {
    speaker: lines[line]?.speaker ?? "A",
    text: before.lines[line]?.text ?? "",
  });
  return isSame({ ...after, lines: retyped }, before) ? line : null;
}

function isSame(one: EditedScript, other: EditedScript | undefined): boolean {
  const parts = ({ title, labels, lines }: EditedScript) =>
    JSON.stringify([title, labels, lines.map(({ speaker, text }) => [speaker, text])]);
  return other !== undefined && parts(one) === parts(other);
}
