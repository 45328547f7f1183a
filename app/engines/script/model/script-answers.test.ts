// on one database: the engines' rows have tests of their own (provider-limits.test.ts)
import { describe, expect, test, vi } from "vitest";
import { createOpenaiTransport } from "#app/engines/providers/openai.ts";
import type { WriteScriptOptions } from "#app/engines/script/script-engine.ts";
import { withDatabase } from "#test/database.ts";
import { answerHonestly } from "#test/servers/language-models/honest-model.ts";
import { injections } from "#test/servers/language-models/injections.ts";
import type { ModelServer } from "#test/servers/language-models/model-server.ts";
import { startOpenai } from "#test/servers/language-models/openai-server.ts";
import { paragraph, signal, withScriptModels } from "#test/servers/language-models/script-models.ts";

withDatabase();

const { openai, transports, modelEngine } = await withScriptModels();

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

  test("a refused form is not asked for during an hour, and asked for again after it", async () => {
    const server = await startOpenai();
    const engine = modelEngine(
      createOpenaiTransport({ apiKey: server.apiKey, baseUrl: `${server.origin}/v1`, model: "updated" }),
    );
    const write = async () => {
      server.asked.splice(0);
      await engine.write({ inputText: paragraph, signal });
      return server.asked.map(({ schema }) => schema !== null);
    };
    server.troubles.push({ status: 400, message: "response_format is not supported" });
    expect(await write()).toEqual([true, false]);
    const refusedAt = Date.now();
    const now = vi.spyOn(Date, "now");
    now.mockReturnValue(refusedAt + 59 * 60_000);
    expect(await write()).toEqual([false]);
    now.mockReturnValue(refusedAt + 61 * 60_000);
    expect(await write()).toEqual([true]);
    now.mockRestore();
    await server.close();
  });

  test("a server that fails once at the form is asked for it the next time", async () => {
    const server = await startOpenai();
    const engine = modelEngine(
      createOpenaiTransport({ apiKey: server.apiKey, baseUrl: `${server.origin}/v1`, model: "failing" }),
    );
    server.troubles.push({ status: 500, message: "json_schema: failed to compile the grammar" });
    for (const _time of [1, 2]) await engine.write({ inputText: paragraph, signal });
    expect(server.asked.map(({ schema }) => schema !== null)).toEqual([true, false, true]);
    await server.close();
  });

  test("an answer that can't be used twice says why, without the member's text", async () => {
    const server: ModelServer = openai;
    server.answer = () =>
      JSON.stringify({
        lines: [{ speaker: "A", text: "はい。", sentences: [1] }],
        title: "夜",
        labels: ["科学"],
      });
    const failed = modelEngine(transports.openai).write({ inputText: paragraph, signal });
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
    const failed = modelEngine(transports.openai).write({
      inputText: paragraph,
      ...style,
      signal,
    });
    await expect(failed).rejects.toMatchObject({ failure: "unusable", message: fault });
  });

  test("要点 ask for the most important half unless the member chose; 一問一答 sends questions and answers alone", async () => {
    const engine = modelEngine(transports.openai);
    const told = async (options: Partial<WriteScriptOptions>) => {
      openai.answer = answerHonestly;
      openai.asked.splice(0);
      const { script } = await engine.write({ inputText: paragraph, signal, ...options });
      const [asked] = openai.asked;
      return { script, system: asked?.system ?? "", prompt: asked?.prompt ?? "" };
    };
    expect((await told({ form: "points" })).system).toContain("半分くらいの長さ");
    expect((await told({ form: "points", isChosen: true })).system).toContain("1つも落とさず");
    const inputText =
      "前書きの文です。\n\nQ: 返品はできますか。\nA: 8日以内ならできます。\n\nQ: 送料はかかりますか。\nA: 店が払います。";
    const { script, prompt } = await told({ form: "questions", inputText });
    expect(prompt).not.toContain("前書き");
    expect(script).toContain("8日以内ならできます");
  });

  test("やさしく may use other words, but not other facts", async () => {
    const write = (text: string) => {
      openai.answer = () =>
        JSON.stringify({
          lines: [
            { speaker: "A", text, sentences: [1] },
            { speaker: "B", text: "そうなんだね。", sentences: [] },
          ],
          title: "灯台",
          labels: ["科学"],
        });
      const inputText = "この灯台は、1868年に、船舶の航行の安全を確保する目的で建設された。";
      return modelEngine(transports.openai).write({ inputText, form: "plain", hasGreetings: false, signal });
    };
    expect((await write("この灯台は1868年に、船がぶじに通れるように建てられたよ。")).script).toContain(
      "ぶじに",
    );
    await expect(write("この灯台は1869年に、船がぶじに通れるように建てられたよ。")).rejects.toMatchObject({
      message: "文章にない数字がある",
    });
  });

  test.each(injections)(
    "a model that obeys a text ($name) is not believed",
    async ({ text, obeyed, fault }) => {
      openai.answer = obeyed;
      const failed = modelEngine(transports.openai, 1000).write({ inputText: text, signal });
      await expect(failed).rejects.toMatchObject({
        failure: "unusable",
        message: expect.stringMatching(fault),
      });
      openai.answer = answerHonestly;
      // An honest one has no trouble with the same text, which stands nowhere but in the data.
      const { script } = await modelEngine(transports.openai, 1000).write({
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
