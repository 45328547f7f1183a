import { expect, test } from "vitest";
import { hasNote } from "#app/engines/fact-check/notes.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { createLocalScriptEngine } from "./local-script-engine.ts";
import { reviseScript } from "./revise-script.ts";
import { parseScript } from "./script.ts";

const engine = createLocalScriptEngine();
const { signal } = new AbortController();

test.each(officialTracks.slice(0, 4))(
  "revising $slug adds one sentence and changes no other",
  async (track) => {
    const written = await engine.write({ inputText: track.inputText, title: track.title, signal });
    const options = { inputText: "", issues: written.factCheck.issues, signal };
    const revised = await engine.revise({ ...options, originalScript: written.script });
    const before = parseScript(written.script);
    const after = parseScript(revised.script);
    expect(after).toHaveLength(before.length + 1);
    const added = after.filter((turn) => hasNote(turn.text));
    expect(added).toHaveLength(1);
    const textsOf = (turns: typeof before) => turns.map(({ text }) => text);
    expect(textsOf(after.filter((turn) => !hasNote(turn.text)))).toEqual(textsOf(before));
    // The goodbyes after it go on in turn.
    expect(after.slice(0, -3)).toEqual(before.slice(0, -2));
    for (const [at, turn] of after.slice(1).entries()) expect(turn.speaker).not.toBe(after[at]?.speaker);
    // Before the hosts say goodbye.
    expect(after.findIndex((turn) => hasNote(turn.text))).toBe(after.length - 3);
    expect(revised.factCheck).toMatchObject({ status: "issues_found", confidence: 0, issues: [] });
    expect(revised.factCheck.claims.every(({ verdict }) => verdict === "unchecked")).toBe(true);
    expect(await engine.revise({ ...options, originalScript: revised.script })).toEqual(revised);
  },
);

test("what is attributed or quoted is never reworded", () => {
  const script =
    "A: がんは必ず治ると、東京大学の研究で証明されている。\nB: うん、うん。\nA: 母は「絶対に大丈夫」と言った。";
  const revised = reviseScript(script);
  expect(revised.replace(/\n[AB]: なお、[^\n]*/u, "")).toBe(script);
  expect(revised.match(/なお、/gu)).toHaveLength(1);
  expect(revised).toContain("専門の方にたずねてくださいね");
});

test.each([
  ["株価は来年上がる。元本も保証される。", "お金のことは"],
  ["川は海へ流れる。", "参考として聞いてくださいね"],
])("%s gets a note that fits", (text, words) => {
  expect(reviseScript(`A: ${text}`)).toContain(words);
});
