// on one database: the engines' rows have tests of their own (provider-limits.test.ts)
import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { createGeminiTransport } from "#app/engines/providers/gemini.ts";
import { createOpenaiTransport } from "#app/engines/providers/openai.ts";
import { db } from "#db/client.ts";
import { engineUsage } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import type { Trouble } from "#test/servers/language-models/model-server.ts";
import { paragraph, signal, withScriptModels } from "#test/servers/language-models/script-models.ts";

withDatabase();

const { gemini, openai, transports, modelEngine } = await withScriptModels();

describe.each([
  ["gemini", gemini],
  ["openai", openai],
] as const)("the remote engine %s", (name, server) => {
  const engine = modelEngine(transports[name]);
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

  test.each(["huge", "huge-packed"] as const)("a %s answer is left after a megabyte", async (trouble) => {
    await expect(write([trouble, trouble])).rejects.toMatchObject({
      failure: "unusable",
      message: expect.stringContaining("more than 1000000 bytes"),
    });
    expect(server.takenBytes()).toBeLessThan(8 * 1024 * 1024);
  });

  test("a redirect is not followed: its address gets no text", async () => {
    const other = createServer();
    const asked: string[] = [];
    other.on("request", (request, response) => {
      asked.push(request.url ?? "");
      response.end("{}");
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const Location = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/elsewhere`;
    await expect(write([{ status: 307, headers: { Location } }])).rejects.toMatchObject({
      failure: "rejected",
    });
    expect(asked).toEqual([]);
    await new Promise((resolve) => other.close(resolve));
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
