// on one database: the engines' rows have tests of their own (engine-limits.test.ts)
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { builtInCategories, fallbackCategory } from "#app/features/categories/category.ts";
import { recordSuccess } from "#app/features/engines/server/engine-circuit.server.ts";
import { parseScript } from "#app/features/tracks/script.ts";
import { db } from "#db/client.ts";
import { engineUsage } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { startGemini } from "#test/servers/language-models/gemini-server.ts";
import { answerHonestly } from "#test/servers/language-models/honest-model.ts";
import { injections } from "#test/servers/language-models/injections.ts";
import type { ModelServer, Trouble } from "#test/servers/language-models/model-server.ts";
import { startOpenai } from "#test/servers/language-models/openai-server.ts";
import { localFactChecker } from "../fact-check/choose-fact-checker.ts";
import { createGeminiTransport } from "../llm/gemini.ts";
import { createLanguageModel, type ModelTransport } from "../llm/language-model.ts";
import { createOpenaiTransport } from "../llm/openai.ts";
import { createLocalScriptEngine } from "./local-script-engine.ts";
import { createModelScriptEngine } from "./model/model-script-engine.ts";
import type { ScriptEngine, WriteScriptOptions } from "./script-engine.ts";

withDatabase();

const [gemini, openai] = await Promise.all([startGemini(), startOpenai()]);
afterAll(() => Promise.all([gemini.close(), openai.close()]));

const transports: Record<string, ModelTransport> = {
  gemini: createGeminiTransport({ apiKey: gemini.apiKey, baseUrl: gemini.origin, model: "gemini-test" }),
  openai: createOpenaiTransport({ apiKey: openai.apiKey, baseUrl: `${openai.origin}/v1`, model: "test" }),
};

function modelEngine(transport: ModelTransport, partCharacters = 400): ScriptEngine {
  const caller = { userId: null, taskId: "task" };
  return createModelScriptEngine({
    model: createLanguageModel(transport, { purpose: "script", caller, delaysMs: [0, 0] }),
    partCharacters,
    checkFacts: (script, signal) => localFactChecker.check({ script, grounding: null, signal }),
  });
}

const signal = new AbortController().signal;
const before = { ...environment() };
beforeEach(async () => {
  for (const { engine } of Object.values(transports)) await recordSuccess(engine);
});
afterEach(() => {
  Object.assign(environment(), before);
  for (const server of [gemini, openai]) {
    server.asked.splice(0);
    server.answer = answerHonestly;
  }
});

const paragraph =
  "夜のラジオには、昼とはちがう時間が流れています。駅前の店が閉まる22時ごろ、遠くの電車の音が聞こえてきます。";
const texts: [kind: string, text: string][] = [
  ["ten characters", "朝の散歩は気持ちいい"],
  [
    "news with figures",
    "市は20日、来年度の予算を1,250億円とする案を発表した。前年より3.5%多い。図書館の建て替えに48億円をあてる。",
  ],
  ["a poem", "白い息\n窓に書いた名前\nすぐに消えて\n朝になる"],
  [
    "a recipe",
    "豚汁の作り方\n\n材料\n- 豚肉 200g\n- 大根 1/4本\n\n1. 大根を切ります。\n2. 15分煮ます。\n3. 味噌を溶きます。",
  ],
  [
    "a law",
    "第一条　この規則は、会員の利用について定めるものとする。\n第二条　会員は、前条の目的に従わなければならない。",
  ],
  [
    "a dialogue",
    "「もう帰るの」と花子は言った。\n「うん、また明日」と太郎は答えた。\n夕日が校庭を赤く染めていた。",
  ],
  ["a social post", "今日のランチ、駅前の新しいカレー屋さん！めちゃくちゃ辛いけどおいしかった〜😋 #カレー"],
  [
    "English",
    "The old lighthouse keeper wrote a letter every evening. Nobody ever answered, but he kept writing.",
  ],
  ["two thousand characters", paragraph.repeat(Math.ceil(2000 / paragraph.length)).slice(0, 2000)],
];

const forms = [
  { form: "dialogue", length: "normal", hasGreetings: false },
  { form: "dialogue", length: "short", hasGreetings: true },
  { form: "explainer", length: "normal", hasGreetings: true },
  { form: "explainer", length: "short", hasGreetings: false },
  { form: "interview", length: "normal", hasGreetings: true },
  { form: "interview", length: "normal", hasGreetings: false },
  { form: "reading", length: "normal", hasGreetings: true },
  { form: "reading", length: "short", hasGreetings: false },
] as const;

describe.each([
  ["local", createLocalScriptEngine()],
  ["gemini", modelEngine(transports.gemini ?? never())],
  ["openai", modelEngine(transports.openai ?? never())],
] as const)("the script engine %s", (_, engine) => {
  test.each(texts)("writes a script of %s", async (_kind, inputText) => {
    const percents: number[] = [];
    const written = await engine.write({
      inputText,
      signal,
      onProgress: (percent) => percents.push(percent),
    });
    const turns = parseScript(written.script);
    expect(written.script.split("\n").every((line) => /^(?:[AB]: \S|$)/u.test(line))).toBe(true);
    if (inputText.length >= 40) expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(2);
    expect(written.script.length).toBeLessThanOrEqual(6000);
    expect(written.title).toMatch(/^.{1,100}$/u);
    expect(written.labels.length).toBeGreaterThanOrEqual(1);
    expect(written.labels.length).toBeLessThanOrEqual(3);
    for (const label of written.labels) expect([...builtInCategories, fallbackCategory]).toContain(label);
    expect(percents).toEqual([...percents].sort((one, other) => one - other));
    expect(percents.at(-1)).toBe(100);
    const figures = (text: string) => text.normalize("NFKC").match(/\d+/gu) ?? [];
    expect(figures(inputText)).toEqual(expect.arrayContaining(figures(written.script)));
    expect(written.factCheck.claims.every(({ verdict }) => verdict !== "verified")).toBe(true);
  });

  // Long enough for a listener, with paragraphs, a heading and figures.
  const essay = [paragraph, "# 駅前の店", paragraph.repeat(2), paragraph].join("\n\n");
  test.each(forms)("writes $form, $length, with greetings: $hasGreetings", async (style) => {
    const canShorten = engine.name !== "local";
    const { script } = await engine.write({ inputText: essay, ...style, signal });
    const turns = parseScript(script);
    const lettersOf = (speaker: "A" | "B") =>
      turns.reduce((sum, turn) => sum + (turn.speaker === speaker ? turn.text.length : 0), 0);
    if (style.form === "reading") expect(lettersOf("B")).toBe(0);
    else if (style.form !== "explainer" || style.hasGreetings) expect(lettersOf("B")).toBeGreaterThan(0);
    if (style.form !== "dialogue") expect(lettersOf("A")).toBeGreaterThan(2 * lettersOf("B"));
    if (style.form === "interview") {
      const asked = turns.flatMap(({ speaker, text }, at) =>
        speaker === "B" && /(?:ください|ますか|です|ます)。?$/u.test(text) ? [turns[at + 1]?.speaker] : [],
      );
      expect(asked.length).toBeGreaterThan(0);
      expect(new Set(asked)).toEqual(new Set(["A"]));
    }
    const [first, last] = [turns[0]?.text ?? "", turns.at(-1)?.text ?? ""];
    expect([essay.includes(first.slice(0, 8)), essay.includes(last.slice(-8))]).toEqual(
      style.hasGreetings
        ? [false, false]
        : style.form === "interview"
          ? [false, true]
          : [true, expect.anything()],
    );
    if (style.length === "short" && canShorten) expect(script.length).toBeLessThan(essay.length * 0.8);
    else expect(script).toContain("遠くの電車の音が聞こえてきます");
  });

  test("a text that is a script stays as it is, whatever its form", async () => {
    const inputText = "B: 今夜は何を聞きますか。\nA: 雨の音です。\nB: いいですね。";
    for (const { form } of forms) {
      const { script, title, labels } = await engine.write({ inputText, form, signal });
      expect(script).toBe(inputText);
      expect([title, ...labels].every((text) => text.length > 0)).toBe(true);
    }
  });

  test("keeps the member's title", async () => {
    const { title } = await engine.write({ inputText: paragraph, title: "夜のはなし", signal });
    expect(title).toBe("夜のはなし");
  });

  test("revises the lines that an issue quotes, and keeps the others", async () => {
    const originalScript = "A: 東京タワーの高さは必ず333メートルです。\nB: そうなんですね。";
    const issues = ["「東京タワーの高さは必ず333メートルです」に含まれる数値は、確かめられていません。"];
    const { script } = await engine.revise({ inputText: "東京タワーの話", originalScript, issues, signal });
    expect(script).not.toBe(originalScript);
    expect(script).toContain("そうなんですね");
    expect(parseScript(script)[0]?.speaker).toBe("A");
  });

  test("stops with the reason of the signal", async () => {
    const reason = new Error("cancelled");
    await expect(engine.write({ inputText: paragraph, signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });
});

function never(): never {
  throw new Error("no such transport");
}

describe.each([
  ["gemini", gemini],
  ["openai", openai],
] as const)("the remote engine %s", (name, server) => {
  const engine = modelEngine(transports[name] ?? never());
  const write = (troubles: Trouble[], o: { signal?: AbortSignal } = {}) => {
    server.troubles.splice(0, Number.POSITIVE_INFINITY, ...troubles);
    return engine.write({ inputText: paragraph, signal: o.signal ?? signal });
  };
  const outcomes = async () => (await db.select().from(engineUsage)).map(({ outcome }) => outcome);
  const newOutcomes = async (act: () => Promise<unknown>) => {
    const known = (await outcomes()).length;
    await act();
    return (await outcomes()).slice(known);
  };

  test.each<[string, Trouble, string]>([
    ["a server error", { status: 500 }, "unavailable"],
    ["an overloaded server", { status: 503 }, "unavailable"],
    ["too many requests", { status: 429, headers: { "Retry-After": "0" } }, "rate-limited"],
    ["a request that took the server too long", { status: 408 }, "unavailable"],
    ["a connection that is cut", "cut", "unavailable"],
    ["a connection that is cut in the answer", "cut-in-answer", "unavailable"],
    ["a body that is no JSON", "not-json", "unusable"],
    ["an answer that is cut off", "cut-off", "truncated"],
    ["an empty answer", "empty", "unusable"],
  ])("asks again after %s", async (_kind, trouble, outcome) => {
    expect(await newOutcomes(() => write([trouble]))).toEqual([outcome, "done"]);
  });

  test.each<[string, Trouble[], string]>([
    ["three server errors", [{ status: 500 }, { status: 502 }, { status: 500 }], "unavailable"],
    ["a wait that is too long", [{ status: 429, headers: { "Retry-After": "3600" } }], "rate-limited"],
    ["a refusal", ["refusal"], "refused"],
    ["a request that is wrong", [{ status: 400 }], "rejected"],
    ["a model that is missing", [{ status: 404 }], "rejected"],
    ["two answers that can't be used", ["empty", "cut-off"], "truncated"],
  ])("gives up after %s", async (_kind, troubles, failure) => {
    await expect(write(troubles)).rejects.toMatchObject({ name: "EngineError", failure });
    expect(server.troubles).toEqual([]);
    expect(server.asked).toHaveLength(troubles.length);
  });

  test("a request that is never answered ends at the time-out", async () => {
    Object.assign(environment(), { ENGINE_TIMEOUT_SECONDS: 0.05 });
    await expect(write(["hold", "hold", "hold"])).rejects.toMatchObject({ failure: "timed-out" });
    expect(server.asked).toHaveLength(3);
  });

  test("a cancelled task ends its request at once", async () => {
    const controller = new AbortController();
    const held = server.held();
    const writing = write(["hold"], { signal: controller.signal });
    const reason = new Error("cancelled");
    void held.then(() => controller.abort(reason));
    expect(await newOutcomes(() => expect(writing).rejects.toBe(reason))).toContain("aborted");
  });

  test("a wrong key opens the circuit at once, is asked nothing more and stands in no error", async () => {
    const apiKey = "wrong-key-marked-55d0";
    const wrong = modelEngine(
      name === "gemini"
        ? createGeminiTransport({ apiKey, baseUrl: server.origin, model: "gemini-test" })
        : createOpenaiTransport({ apiKey, baseUrl: `${server.origin}/v1`, model: "test" }),
    );
    const failed: unknown = await wrong
      .write({ inputText: paragraph, signal })
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ failure: "credentials" });
    expect(JSON.stringify(failed, Object.getOwnPropertyNames(failed))).not.toContain(apiKey);
    await expect(write([])).rejects.toMatchObject({
      failure: "unavailable",
      message: expect.stringContaining("until"),
    });
    expect(server.asked).toEqual([]);
  });

  test("a long text comes in parts, of which each knows the end of the one before", async () => {
    await engine.write({ inputText: paragraph.repeat(20), signal });
    const prompts = server.asked.map(({ prompt }) => JSON.parse(prompt));
    expect(prompts.length).toBeGreaterThan(2);
    expect(prompts.map(({ isFirst }) => isFirst)).toEqual(prompts.map((_prompt, at) => at === 0));
    expect(prompts.map(({ isLast }) => isLast)).toEqual(
      prompts.map((_prompt, at) => at === prompts.length - 1),
    );
    expect(prompts[1].before).toMatch(/^[AB]: /u);
    expect(server.asked.every(({ schema }) => schema !== null)).toBe(true);
  });

  test("what it has used is stored with its job", async () => {
    await write([]);
    const [last] = (await db.select().from(engineUsage)).slice(-1);
    expect(last).toMatchObject({ engine: name, purpose: "script", taskId: "task", outcome: "done" });
    expect(last?.inputTokens).toBeGreaterThan(100);
    expect(last?.outputTokens).toBeGreaterThan(60);
    expect(last?.characters).toBeGreaterThan(paragraph.length);
  });
});

describe("answers", () => {
  test.each(["json_object", "text"] as const)(
    "a server of OpenAI's protocol that understands %s at most is told the form in words from then on",
    async (understands) => {
      const simple = await startOpenai({ understands });
      const engine = modelEngine(
        createOpenaiTransport({ apiKey: simple.apiKey, baseUrl: `${simple.origin}/v1`, model: "small" }),
      );
      simple.answer = (asked) =>
        `<think>まず{考えます}</think>はい、こちらです。\n\`\`\`json\n${answerHonestly(asked)}\n\`\`\``;
      for (const _time of [1, 2]) await engine.write({ inputText: paragraph, signal });
      expect(simple.asked).toHaveLength(2);
      expect(
        simple.asked.every(({ schema, system }) => schema === null && system.includes("JSON Schema")),
      ).toBe(true);
      await simple.close();
    },
  );

  test("an answer that can't be used twice says why, without the member's text", async () => {
    const server: ModelServer = openai;
    server.answer = () =>
      JSON.stringify({
        lines: [{ speaker: "A", text: "はい。", sentences: [1] }],
        title: "夜",
        labels: ["科学"],
      });
    const failed = modelEngine(transports.openai ?? never()).write({ inputText: paragraph, signal });
    await expect(failed).rejects.toMatchObject({ failure: "unusable", message: "AとBの両方が話していない" });
    expect(server.asked[1]?.prompt).toContain("AとBの両方が話していない");
  });

  test.each<{ style: Partial<WriteScriptOptions>; lines: [string, string][]; fault: string }>([
    {
      style: { form: "reading" },
      lines: [
        ["A", paragraph],
        ["B", "なるほど。"],
      ],
      fault: "Bが話している",
    },
    {
      style: { form: "explainer" },
      lines: [
        ["A", "はい。"],
        ["B", paragraph.slice(0, 50)],
        ["B", paragraph.slice(50)],
      ],
      fault: "Bが話しすぎている",
    },
    {
      style: { form: "interview" },
      lines: [
        ["B", "なるほど。"],
        ["A", paragraph],
      ],
      fault: "Bの問いがない",
    },
    {
      style: { hasGreetings: false },
      lines: [
        ["B", "こんばんは。"],
        ["A", paragraph],
      ],
      fault: "あいさつか結びが入っている",
    },
    {
      style: { length: "short" },
      lines: [
        ["A", paragraph.repeat(3)],
        ["B", paragraph.repeat(2)],
      ],
      fault: "長すぎる",
    },
    {
      style: { length: "short" },
      lines: [
        ["A", "火星には古い図書館があり、猫たちが毎朝そこで新聞を読んでいます。"],
        ["B", "はい。"],
      ],
      fault: "文章にない内容がある",
    },
  ])("a script that is not of its style is not used: $fault", async ({ style, lines, fault }) => {
    openai.answer = () =>
      JSON.stringify({
        lines: lines.map(([speaker, text]) => ({ speaker, text, sentences: [1, 2] })),
        title: "夜のラジオ",
        labels: ["科学"],
      });
    const failed = modelEngine(transports.openai ?? never()).write({
      inputText: paragraph,
      ...style,
      signal,
    });
    await expect(failed).rejects.toMatchObject({ failure: "unusable", message: fault });
  });

  test.each(injections)(
    "a model that obeys a text ($name) is not believed",
    async ({ text, obeyed, fault }) => {
      openai.answer = obeyed;
      const failed = modelEngine(transports.openai ?? never(), 1000).write({ inputText: text, signal });
      await expect(failed).rejects.toMatchObject({
        failure: "unusable",
        message: expect.stringMatching(fault),
      });
      openai.answer = answerHonestly;
      // An honest one has no trouble with the same text, which stands nowhere but in the data.
      const { script } = await modelEngine(transports.openai ?? never(), 1000).write({
        inputText: text,
        signal,
      });
      expect(script).toContain("夜のラジオには");
      for (const { system, prompt } of openai.asked) {
        expect(system).not.toContain("夜のラジオ");
        expect(JSON.parse(prompt.split("\n\n")[0] ?? "").sentences[0].text).toContain("夜のラジオには");
      }
    },
  );
});
