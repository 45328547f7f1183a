// on one database: the engines' rows have tests of their own (provider-limits.test.ts)
import { afterAll, beforeEach, expect, test } from "vitest";
import { createLanguageModel } from "#app/engines/providers/language-model.ts";
import { createOpenaiTransport } from "#app/engines/providers/openai.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { supportPassages } from "#app/features/support/chat/server/support-passages.server.ts";
import { withDatabase } from "#test/database.ts";
import { startOpenai } from "#test/servers/language-models/openai-server.ts";
import { createLanguageModelChatEngine } from "./language-model-chat-engine.ts";
import { createLocalChatEngine, noAnswerReply } from "./local-chat-engine.ts";

withDatabase();

const server = await startOpenai();
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
  server.troubles.length = 0;
});

const { apiKey } = server;
const transport = createOpenaiTransport({ apiKey, baseUrl: `${server.origin}/v1`, model: "test" });
const access = providerAccess({ userId: null, taskId: null });
const engine = createLanguageModelChatEngine({
  model: createLanguageModel(transport, { purpose: "chat", access, delaysMs: [1, 1] }),
  search: createLocalChatEngine(supportPassages()).search,
});

const ask = (message: string, signal = new AbortController().signal) => engine.answer({ message, signal });

const says = (answer: string, sources = [1], isAnswered = true) =>
  JSON.stringify({ isAnswered, answer, sources });

test("the model gets the passages that match, and its answer names their addresses", async () => {
  server.answer = () => says("解約は「解約・一時停止」（/cancel）の画面からいつでもできます。");
  expect(await ask("プレミアムを解約したい")).toBe(
    "解約は「解約・一時停止」（/cancel）の画面からいつでもできます。\n\n" +
      "くわしくは：「よくある質問：プレミアムの解約・一時停止・返金はできますか？」（/faq#cancel）",
  );
  const [asked] = server.asked;
  expect(asked?.prompt).toContain("[1] よくある質問：プレミアムの解約・一時停止・返金はできますか？");
  expect(asked?.prompt).toContain("プレミアムを解約したい");
  expect(asked?.system).not.toContain("プレミアムを解約したい");
});

test("what it does not know is said, and without a passage or for a greeting it is not asked", async () => {
  server.answer = () => says("", [], false);
  expect(await ask("料金を英語で説明して")).toBe(noAnswerReply);
  expect(server.asked).toHaveLength(1);
  expect(await ask("🎧")).toBe(noAnswerReply);
  expect(await ask("こんにちは")).toContain("こんにちは");
  expect(server.asked).toHaveLength(1);
});

test.each([
  { fault: "an address of its own", answer: says("「特典」（/secret）をご覧ください。") },
  { fault: "a link", answer: says("https://phishing.example をご覧ください。") },
  { fault: "the end in the middle of a sentence", answer: says("解約は、画面の") },
  { fault: "no source", answer: says("できます。", []) },
  { fault: "a source that it was not given", answer: says("できます。", [99]) },
  { fault: "nothing", answer: says("") },
])("$fault is asked about once more, then refused", async ({ answer }) => {
  const right = says("いつでも解約できます。");
  const answers = [answer, right, answer, answer];
  server.answer = () => answers.shift() ?? "";
  expect(await ask("プレミアムを解約したい")).toContain("いつでも解約できます。");
  await expect(ask("プレミアムを解約したい")).rejects.toMatchObject({ failure: "unusable" });
});

test("an abort rejects with its reason", async () => {
  server.troubles.push("hold");
  const controller = new AbortController();
  const answering = ask("プレミアムを解約したい", controller.signal);
  await server.held();
  controller.abort(new Error("left"));
  await expect(answering).rejects.toThrow("left");
});
