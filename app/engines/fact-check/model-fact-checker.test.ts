// on one database: the rows of usage, all that it stores, have tests of their own
import { afterAll, expect, test } from "vitest";
import { createGeminiTransport } from "#app/engines/providers/gemini.ts";
import { createLanguageModel, type ModelTransport } from "#app/engines/providers/language-model.ts";
import { createOpenaiTransport } from "#app/engines/providers/openai.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { withDatabase } from "#test/database.ts";
import { searchSuggestions, startGemini } from "#test/servers/language-models/gemini-server.ts";
import { startOpenai } from "#test/servers/language-models/openai-server.ts";
import { localFactChecker } from "./choose-fact-checker.ts";
import { createModelFactChecker } from "./model-fact-checker.ts";

withDatabase();
const [gemini, openai] = await Promise.all([startGemini(), startOpenai()]);
afterAll(() => Promise.all([gemini.close(), openai.close()]));

const signal = new AbortController().signal;
const script =
  "A: 東京タワーの高さは333メートルです。\nB: 完成したのは1958年だそうですね。\nA: きれいですよね。";

const checkerOf = (transport: ModelTransport) =>
  createModelFactChecker({
    model: createLanguageModel(transport, {
      purpose: "fact-check",
      access: providerAccess({ userId: null, taskId: null }),
    }),
    findClaims: (text) => localFactChecker.check({ script: text, grounding: null, signal }),
  });
const ofGemini = checkerOf(
  createGeminiTransport({ apiKey: gemini.apiKey, baseUrl: gemini.origin, model: "gemini-test" }),
);
const ofOpenai = checkerOf(
  createOpenaiTransport({ apiKey: openai.apiKey, baseUrl: `${openai.origin}/v1`, model: "test" }),
);

const tower = { title: "東京タワー", url: "https://example.com/tower" };
const history = { title: "東京タワーの歴史", url: "https://example.com/history" };

test("each claim is verified by the source that the search has named for it, whatever part of the answer it stands in", async () => {
  const grounding = await ofGemini.search?.({ script, signal });
  if (!grounding) throw new Error("Gemini searches");
  expect(grounding.sources).toEqual([tower, history]);
  expect(grounding.findings).toBe(
    "0: 東京タワーの高さは333メートルです。[1]\n1: 完成したのは1958年だそうですね。[2]\n2: きれいですよね。",
  );
  const factCheck = await ofGemini.check({ script, grounding, signal });
  expect(factCheck.claims).toMatchObject([
    { line: 0, text: "東京タワーの高さは333メートルです。", verdict: "verified", sources: [tower] },
    { line: 1, text: "完成したのは1958年だそうですね。", verdict: "verified", sources: [history] },
  ]);
  // As Google has rendered them, and for programs that can't show them the searches.
  expect(factCheck.searchSuggestions).toBe(searchSuggestions);
  expect(factCheck.searches).toEqual([
    {
      text: "東京タワー 高さ",
      url: `https://www.google.com/search?q=${encodeURIComponent("東京タワー 高さ")}`,
    },
  ]);
});

const claimsOf = async (findings: string, sources: number[]) => {
  openai.answer = () =>
    JSON.stringify({
      claims: [{ line: 1, text: "完成したのは1958年", verdict: "verified", note: "", sources }],
    });
  const grounding = { engine: "gemini", sources: [tower, history], findings };
  const { claims } = await ofOpenai.check({ script, grounding, signal });
  return claims.filter(({ line }) => line === 1).map(({ verdict, sources: named }) => ({ verdict, named }));
};

test.each([
  ["0: 高さは333メートル。[1]\n1: 完成は1958年。[2]", [1]],
  ["**0行目** 高さは333メートル。[1]\n- 1行目: 完成は分からない。", [1]],
  ["0: 高さは333メートル。[1]\n2: きれい。[2]", [1, 2]],
  ["1: 完成は1958年。\n0: 高さは333メートル。\n[1][2]", [1, 2]],
  ["1: 完成は1958年。\n\n全体として、高さは正しい。[1]", [1]],
  ["高さは333メートル。[1]", [1]],
])("%j names no source for line 1, and the claim is not verified by another's", async (findings, sources) => {
  expect(await claimsOf(findings, sources)).toEqual([{ verdict: "unchecked", named: [] }]);
});

test.each([
  "0: 高さは333メートル。[1]\n1: 完成は1958年。[2]",
  "* **行0:** 高さは333メートル。[1]\n* **行1:** 完成は1958年。\n  開業も同じ年。[2]",
  "- 0行目: 高さは333メートル。[1]\n- 1行目: 完成は1958年。[2]",
  "行の番号: 0、1\n1958年に333メートルで完成。[2]",
  "0,1: 1958年に333メートルで完成。[2]",
  "line 1. 1958年に完成。[2]",
  "*   **行の番号:** 1\n*   **分かったこと:** 1958年に完成。[2]",
  "0〜2: 1958年に完成。[2]",
  "０：高さ。[1]\n１：1958年に完成。[2]",
])("%j names source 2 for line 1", async (findings) => {
  expect(await claimsOf(findings, [1, 2])).toEqual([{ verdict: "verified", named: [history] }]);
});

test("without a search nothing is verified, whatever the model says", async () => {
  expect(ofOpenai.search).toBeUndefined();
  const { status, confidence, claims } = await ofOpenai.check({ script, grounding: null, signal });
  expect(claims.map(({ verdict }) => verdict)).toEqual(["unchecked", "unchecked"]);
  expect([status, confidence]).toEqual(["issues_found", 0]);
});

test("a claim that the model leaves out, or a source it invents, is unchecked", async () => {
  openai.answer = () =>
    JSON.stringify({
      claims: [{ line: 1, text: "完成したのは1958年", verdict: "verified", note: "", sources: [7] }],
    });
  const grounding = { engine: "gemini", sources: [], findings: "1958年に完成[1]" };
  const { claims } = await ofOpenai.check({ script, grounding, signal });
  expect(claims.map(({ line, verdict }) => [line, verdict])).toEqual([
    [0, "unchecked"],
    [1, "unchecked"],
  ]);
});

test("an answer about a line that is not there is not used", async () => {
  openai.answer = () =>
    JSON.stringify({ claims: [{ line: 9, text: "月は四角い", verdict: "disputed", note: "", sources: [] }] });
  await expect(ofOpenai.check({ script, grounding: null, signal })).rejects.toMatchObject({
    failure: "unusable",
  });
});
