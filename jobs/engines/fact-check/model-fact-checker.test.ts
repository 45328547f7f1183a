// on one database: the rows of usage, all that it stores, have tests of their own
import { afterAll, expect, test } from "vitest";
import { withDatabase } from "#test/database.ts";
import { startGemini } from "#test/servers/language-models/gemini-server.ts";
import { startOpenai } from "#test/servers/language-models/openai-server.ts";
import { createGeminiTransport } from "../llm/gemini.ts";
import { createLanguageModel, type ModelTransport } from "../llm/language-model.ts";
import { createOpenaiTransport } from "../llm/openai.ts";
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
    model: createLanguageModel(transport, { purpose: "fact-check", caller: { userId: null, taskId: null } }),
    findClaims: (text) => localFactChecker.check({ script: text, grounding: null, signal }),
  });
const ofGemini = checkerOf(
  createGeminiTransport({ apiKey: gemini.apiKey, baseUrl: gemini.origin, model: "gemini-test" }),
);
const ofOpenai = checkerOf(
  createOpenaiTransport({ apiKey: openai.apiKey, baseUrl: `${openai.origin}/v1`, model: "test" }),
);

test("a claim is verified by a source that the search has named, with the searches to show", async () => {
  const grounding = await ofGemini.search?.({ script, signal });
  if (!grounding) throw new Error("Gemini searches");
  expect(grounding.sources).toEqual([{ title: "東京タワー", url: "https://example.com/tower" }]);
  expect(grounding.findings).toContain("メートルです。[1]\n1:");
  const factCheck = await ofGemini.check({ script, grounding, signal });
  expect(factCheck.claims[0]).toEqual({
    line: 0,
    text: "東京タワーの高さは333メートルです。",
    verdict: "verified",
    note: "出典と一致",
    sources: [{ title: "東京タワー", url: "https://example.com/tower" }],
  });
  expect(factCheck.searches).toEqual([
    { text: "東京タワー 高さ", url: "https://www.google.com/search?q=a&client=app" },
  ]);
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
