import { beforeAll, describe, expect, test } from "vitest";
import { findClaims } from "#app/engines/fact-check/find-claims.ts";
import { fallbackCategory } from "#app/engines/script/categories.ts";
import { createLocalScriptEngine } from "#app/engines/script/local-script-engine.ts";
import { isHostPhrase } from "#app/engines/script/phrases.ts";
import { readBlocks } from "#app/engines/script/read-blocks.ts";
import { parseScript, type Speaker, type Turn } from "#app/engines/script/script.ts";
import type { WrittenScript } from "#app/engines/script/script-engine.ts";
import { textKinds } from "#app/engines/script/text-kind.ts";
import { tones } from "#app/engines/script/tones.ts";
import { type JudgedText, readTexts } from "./read-texts.ts";

const engine = createLocalScriptEngine();
const { signal } = new AbortController();
/** Read by A alone: nobody answers what accuses somebody by name. */
const isAccusation = ({ name }: JudgedText) => name.startsWith("accusation");

const lengthOf = (turns: readonly Turn[], speaker?: Speaker) =>
  turns.reduce((sum, turn) => sum + (!speaker || turn.speaker === speaker ? turn.text.length : 0), 0);

describe.each([
  ["of development", readTexts("development.txt")],
  ["held out", readTexts("held-out.txt")],
] as const)("the texts %s", (_, texts) => {
  const written = new Map<JudgedText, WrittenScript>();
  beforeAll(async () => {
    for (const judged of texts) written.set(judged, await engine.write({ inputText: judged.text, signal }));
  });
  const all = () =>
    [...written].map(([judged, script]) => ({ ...judged, script, turns: parseScript(script.script) }));

  test("are at least forty, of every kind, and at least nine in ten are taken for what they are", () => {
    expect(texts.length).toBeGreaterThanOrEqual(40);
    expect(new Set(texts.map(({ kind }) => kind))).toEqual(new Set(textKinds));
    const wrong = all().filter(({ kind, script }) => script.textKind !== kind);
    expect(wrong.map(({ name }) => name).length).toBeLessThanOrEqual(texts.length / 10);
  });

  test("give B 30 to 45 % of the words, and no host two turns in a row", () => {
    let outside = 0;
    for (const { name, turns, ...judged } of all()) {
      if (new Set(turns.map(({ speaker }) => speaker)).size < 2) {
        // What only one voice can say is offered as a reading.
        if (!isAccusation({ name, ...judged })) outside++;
        continue;
      }
      const share = lengthOf(turns, "B") / lengthOf(turns);
      if (share < 0.3 || share > 0.45) outside++;
      for (const [at, turn] of turns.slice(1).entries())
        expect(turn.speaker, `${name}: ${turn.text}`).not.toBe(turns[at]?.speaker);
    }
    expect(outside).toBeLessThanOrEqual(texts.length * 0.05);
  });

  test("greet, close and react in the tone of their kind, and never where somebody mourns", () => {
    for (const { name, turns, script } of all()) {
      const added = turns.filter(({ text }) => isHostPhrase(text));
      if (script.textKind === "mourning") expect(added, name).toEqual([]);
      const { openings, openingsWithoutTitle, replies, closings, thanks, reactions, neutral } =
        tones[script.textKind];
      const fixed = [...openingsWithoutTitle, ...replies, ...closings, ...thanks, ...reactions, ...neutral];
      for (const { text } of added) {
        const isOpening = openings.some((opening) =>
          opening.split("{title}").every((part) => text.includes(part)),
        );
        expect(isOpening || fixed.includes(text), `${name}: ${text}`).toBe(true);
      }
    }
  });

  test("get no nod after what is listed as unchecked", () => {
    for (const { name, turns } of all()) {
      turns.forEach(({ text, speaker }, at) => {
        const before = turns[at - 1]?.text ?? "";
        const { nods, reactions } = Object.values(tones).reduce<{ nods: string[]; reactions: string[] }>(
          (sum, tone) => ({
            nods: [...sum.nods, ...tone.nods],
            reactions: [...sum.reactions, ...tone.reactions],
          }),
          { nods: [], reactions: [] },
        );
        const agrees = reactions.includes(text) || nods.some((nod) => text.startsWith(nod));
        if (speaker === "A" || !agrees || isHostPhrase(before)) return;
        expect(findClaims(readBlocks(before).map((line) => line.text)), `${name}: ${text}`).toEqual([]);
      });
    }
  });

  test("have titles without marks, and hardly one has no category", () => {
    const titles = all().map(({ script }) => script.title);
    for (const title of titles) expect(title).not.toMatch(/[★☆【】《》｜#*！？。、]$|[★☆【】《》｜]|^[#＃]/u);
    const without = all().filter(({ script }) => script.labels[0] === fallbackCategory);
    expect(without.length).toBeLessThanOrEqual(texts.length * 0.2);
  });

  test.each(["explainer", "interview"] as const)("have nobody speak twice in a row as %s", async (form) => {
    for (const { name, text } of texts) {
      const turns = parseScript((await engine.write({ inputText: text, form, signal })).script);
      if (new Set(turns.map(({ speaker }) => speaker)).size < 2) continue;
      for (const [at, turn] of turns.slice(1).entries())
        expect(turn.speaker, `${name}: ${turn.text}`).not.toBe(turns[at]?.speaker);
    }
  });
});

test("the kind that a member chooses decides the tone", async () => {
  const inputText = readTexts("development.txt").find(({ kind }) => kind === "letter")?.text ?? "";
  const { script, textKind } = await engine.write({ inputText, textKind: "mourning", signal });
  expect(textKind).toBe("mourning");
  expect(parseScript(script).some(({ text }) => isHostPhrase(text))).toBe(false);
});
