import { expect, test } from "vitest";
import { createLocalChatEngine, noAnswerReply } from "#app/engines/chat/local-chat-engine.ts";
import { supportPassages } from "./support-passages.server.ts";

/** The quoted lines of an answer, and the lines that name its sources. */
function partsOf(reply: string): [quoted: string[], sources: string] {
  const lines = reply.split("\n").filter(Boolean);
  const isSource = (line: string) => /^(くわしくは|関連)：/.test(line);
  return [lines.filter((line) => !isSource(line)), lines.filter(isSource).join("\n")];
}

const engine = createLocalChatEngine(supportPassages());
const ask = (message: string) => engine.answer({ message, signal: new AbortController().signal });

test("an answer quotes lines of the texts and names their source", async () => {
  const lines = new Set(supportPassages().flatMap((passage) => passage.lines));
  const paths = new Set(supportPassages().map(({ path }) => path));
  for (const question of [
    "解約したい",
    "裁判所はどこですか",
    "友だちを招待したい",
    "Cookieの一覧",
    "禁止事項は？",
  ]) {
    const reply = await ask(question);
    const [quoted, sources] = partsOf(reply);
    for (const line of quoted) expect(lines).toContain(line);
    const named = [...sources.matchAll(/（(\/[^）]+)）/g)].map(([, path]) => path ?? "");
    expect(sources === "" || named.length > 0, reply).toBe(true);
    for (const path of named) expect(paths).toContain(path);
  }
  expect(await ask("プレミアムを解約したいです")).toContain("（/faq#cancel）");
});

test("of a long clause only the matching lines are quoted", async () => {
  const reply = await ask("再生回数を自動の操作で増やすのは禁止ですか");
  expect(reply).toContain("再生回数、いいね、フォローを、自動の操作や見返りによって増やすこと");
  expect(reply).toContain("（/terms#prohibited）");
  expect(reply.length).toBeLessThan(500);
});

test("a question without a matching passage is not answered", async () => {
  for (const message of ["今日の天気は？", "？？？", "🎧", "a".repeat(1000), "解".repeat(1000)])
    expect(await ask(message)).toBe(noAnswerReply);
});

test("greetings and thanks get a reply, and a question after them gets its answer", async () => {
  expect(await ask("こんにちは！")).toContain("こんにちは");
  expect(await ask("ありがとうございました。")).toContain("お役に立てた");
  expect(await ask("あなたはAIですか？")).toContain("自動応答");
  expect(await ask("こんにちは。料金はいくらですか？")).toContain("料金はかかりません");
  expect(await ask("ありがとう。返金はできますか")).toContain("返金");
});

test("an aborted question is not answered", async () => {
  await expect(engine.answer({ message: "料金", signal: AbortSignal.abort() })).rejects.toThrow();
});
