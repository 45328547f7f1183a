import { expect, test } from "vitest";
import { maxScriptLength } from "#app/features/creation/creation.ts";
import { parseScript } from "#app/features/tracks/script.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { closingDisclaimer, hasDisclaimer } from "./disclaimers.ts";
import { createLocalScriptEngine } from "./local-script-engine.ts";
import { checkScript, reviseScript } from "./revise-script.ts";

const engine = createLocalScriptEngine();
const { signal } = new AbortController();

const inputText =
  "夜の散歩をつづけると、必ず心が軽くなります。道のりは3キロほどです。川のそばを通ると、水の音が聞こえます。\n\nこの川は日本一きれいだといわれています。橋の上で立ち止まり、しばらく空を見上げます。";

test("marks the claims in the script and reports fewer issues, without calling it verified", async () => {
  const written = await engine.write({ inputText, signal });
  expect(written.factCheck.issues.length).toBeGreaterThanOrEqual(3);
  const revised = await engine.revise({
    inputText,
    originalScript: written.script,
    issues: written.factCheck.issues,
    signal,
  });
  expect(revised.factCheck.issues.length).toBeLessThan(written.factCheck.issues.length);
  expect(revised.factCheck.status).toBe("issues_found");
  expect(revised.factCheck.confidence).toBeGreaterThan(written.factCheck.confidence);
  expect(revised.factCheck.confidence).toBeLessThan(80);
  expect(revised.script).toContain("多くの場合、心が軽くなります");
  expect(revised.script).not.toContain("必ず");
  const turns = parseScript(revised.script);
  const at = turns.findIndex((turn) => turn.text.includes("3キロ"));
  expect(hasDisclaimer(turns[at + 1]?.text ?? "")).toBe(true);
  expect(turns[at + 1]?.speaker).not.toBe(turns[at]?.speaker);
});

test.each(officialTracks)(
  "revising $slug again changes nothing, and fewer issues are left",
  async (track) => {
    const written = await engine.write({ inputText: track.inputText, title: track.title, signal });
    const { issues } = written.factCheck;
    const once = await engine.revise({ inputText: "", originalScript: written.script, issues, signal });
    const twice = await engine.revise({ inputText: "", originalScript: once.script, issues, signal });
    const fresh = await engine.revise({
      inputText: "",
      originalScript: once.script,
      issues: once.factCheck.issues,
      signal,
    });
    expect(twice).toEqual(once);
    expect(fresh.factCheck.issues.length).toBeLessThanOrEqual(once.factCheck.issues.length);
    expect(once.factCheck.issues.length).toBeLessThan(issues.length);
    expect(once.script).not.toBe(written.script);
  },
);

test("phrases of the hosts are no claims", async () => {
  const quiet = "夜の風が静かに吹いています。".repeat(12);
  for (const title of [undefined, "しずかな夜"]) {
    const written = await engine.write({
      inputText: quiet,
      signal,
      ...(title === undefined ? {} : { title }),
    });
    expect(checkScript(written.script).status).toBe("verified");
  }
});

test("a disclaimer follows the claim even where the same speaker continues", () => {
  const revised = reviseScript({
    script: "A: 山は3,000メートルです。\nA: 静かです。\nB: 高さは500メートルです。",
    issues: [
      "「山は3,000メートルです」に含まれる数値は、確かめられていません。",
      "「高さは500メートルです」は要確認です。",
    ],
  });
  const turns = parseScript(revised);
  expect(turns.map((turn) => turn.speaker)).toEqual(["A", "B", "A", "B", "A"]);
  expect(hasDisclaimer(turns[1]?.text ?? "")).toBe(true);
  expect(hasDisclaimer(turns[4]?.text ?? "")).toBe(true);
});

test("an issue that quotes nothing of the script gets a closing disclaimer", () => {
  const script = "A: 静かな夜です。\nB: そうですね。";
  const once = reviseScript({
    script,
    issues: ["出典がありません。", "「どこにもない言葉」が疑わしいです。"],
  });
  expect(once).toBe(`A: 静かな夜です。\nB: ${closingDisclaimer}そうですね。`);
  expect(reviseScript({ script: once, issues: ["出典がありません。"] })).toBe(once);
});

test("negations and requests keep their absolutes", () => {
  for (const sentence of ["絶対にあきらめない。", "必ず火を消してください。"]) {
    const revised = reviseScript({
      script: `A: ${sentence}\nB: はい。`,
      issues: [`「${sentence}」は要確認です。`],
    });
    expect(revised).toContain(sentence);
  }
});

test("the number of disclaimers is limited", () => {
  const lines = Array.from({ length: 30 }, (_, at) => `${at % 2 === 0 ? "A" : "B"}: ${at + 10}キロです。`);
  const issues = lines.map((line) => `「${line.slice(3, -1)}」の数値は要確認です。`);
  const revised = reviseScript({ script: lines.join("\n"), issues });
  expect(parseScript(revised).filter((turn) => hasDisclaimer(turn.text)).length).toBeLessThanOrEqual(8);
  expect(revised).toContain(closingDisclaimer);
  expect(checkScript(revised).issues).toEqual([]);
});

test("a script of the greatest length stays within the limit of scripts", async () => {
  for (const part of ["必ず", "必ず、", "必ずです。", "常に。", "1。", "100%すべての\n"]) {
    const text = part.repeat(2000).slice(0, 2000);
    const { script, factCheck } = await engine.write({ inputText: text, signal });
    const revised = reviseScript({ script, issues: factCheck.issues });
    expect(revised.length).toBeLessThanOrEqual(maxScriptLength);
    expect(reviseScript({ script: revised, issues: factCheck.issues })).toBe(revised);
  }
});

test("without issues the script stays unchanged; an empty script is written anew", async () => {
  const script = "A: こんばんは。\nB: どうも。";
  expect(reviseScript({ script, issues: [] })).toBe(script);
  const revised = await engine.revise({
    inputText: "静かな夜です。",
    originalScript: " ",
    issues: [],
    signal,
  });
  expect(revised.script).toContain("静かな夜です。");
});
