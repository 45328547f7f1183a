// on both databases: on Postgres the workers are stopped at the same moment
import { afterAll, expect, test } from "vitest";
import { sampleText, shortText, startPreview, taskEnd, usesToday } from "../api/journeys.ts";
import { Client } from "../client.ts";
import { type RunningServer, startServer } from "../servers/server.ts";

let server: RunningServer | undefined;
afterAll(() => server?.kill());

const start = async () => {
  server = await startServer({ dataDir: process.env.DATA_DIR ?? "" });
  return server;
};

test("a graceful stop lets running requests and jobs finish", async () => {
  const running = await start();
  const client = await Client.signedIn(running.origin, "stop@example.com");
  const taskId = await startPreview(client);
  // The queue opens with its first job: what is asked for before may not be done within a request's grace.
  const spoken = async () => (await (await client.get(`/api/audio-tasks/${taskId}`)).json()).startedAt;
  await expect.poll(spoken, { timeout: 20_000 }).not.toBeNull();
  const answer = client.send("POST", "/api/generate-script", { inputText: shortText });
  // The call reaches the server before the signal does.
  await client.get("/ping");
  const code = await running.stop();
  // On Postgres the workers stop at the same moment: then the response may be that the script is not ready.
  expect(process.env.DATABASE_URL ? [200, 409] : [200]).toContain((await answer).status);
  expect(code).toBe(0);

  const restarted = await start();
  const again = await Client.signedIn(restarted.origin, "stop@example.com");
  const ended = await taskEnd(again, taskId);
  expect(ended.status).toBe("completed");
  expect(await usesToday(again)).toBe(1);
  expect(running.output()).not.toContain('"level":50');
  await restarted.stop();
});

test.skipIf(!process.env.DATABASE_URL)(
  "a request that waits for a job without a worker is answered before the end",
  async () => {
    server = await startServer({ dataDir: process.env.DATA_DIR ?? "", workers: 0 });
    const client = await Client.signedIn(server.origin, "alone@example.com");
    const answer = client.send("POST", "/api/generate-script", { inputText: sampleText });
    await client.get("/ping");
    const [response] = await Promise.all([answer, server.stop()]);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      error: expect.stringContaining("ページを更新して確認してください"),
    });
  },
);
