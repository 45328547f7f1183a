// @module-tag release: speaks with one engine after another; the contract tests of each stand for it
import { afterAll, expect, test } from "vitest";
import { startPreview, taskEnd, usedGenerations } from "../../api/journeys.ts";
import { Client } from "../../client.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";

let server: RunningServer | undefined;
afterAll(() => server?.kill());

const start = async (env: Record<string, string>) => {
  server = await startServer({ env, workers: 1 });
  return server;
};

test("an engine that can't start fails the task with a message and refunds the generation", async () => {
  const running = await start({ LOCAL_VOICE_A: "/no/such/voice.htsvoice" });
  const client = await Client.signedIn(running.origin, "broken@example.com");
  const ended = await taskEnd(client, await startPreview(client));
  expect(ended).toMatchObject({
    status: "failed",
    error: expect.stringContaining("音声の生成に失敗しました"),
  });
  expect(await usedGenerations(client)).toBe(0);
  await running.stop();
});
