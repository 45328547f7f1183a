// @module-tag release: waits for servers that end; the steps of a stop have unit tests
import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { sampleText, shortText, startPreview, taskEnd, usedGenerations } from "../api/journeys.ts";
import { Client } from "../client.ts";
import { type RunningServer, startServer } from "../servers/server.ts";

let server: RunningServer | undefined;
afterAll(() => server?.kill());

const start = async (workers = 1) => {
  server = await startServer({ workers });
  return server;
};

test("a graceful stop lets running requests and jobs finish", async () => {
  const running = await start();
  const client = await Client.signedIn(running.origin, "stop@example.com");
  const taskId = await startPreview(client);
  // The queue opens with its first job: what is asked for before may not be done within a request's grace.
  const spoken = async () => (await (await client.get(`/api/audio-tasks/${taskId}`)).json()).startedAt;
  await expect.poll(spoken).not.toBeNull();
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
  expect(await usedGenerations(again)).toBe(1);
  expect(running.output()).not.toContain('"level":50');
});

/** What a client with one lasting connection was answered, one request after the other. */
interface Visit {
  answers: { status: number; closes: boolean }[];
  /** The error that ended it: its code, and whether the connection was one that had been answered before. */
  error: string;
  wasKept: boolean;
}

/** Asks for pages until it is answered no more, with `pauseMs` between an answer and the next request. */
async function goOnRequesting(
  origin: string,
  pauseMs: number,
  onAnswer: (count: number) => void,
): Promise<Visit> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let wasKept = false;
  const ask = (path: string) =>
    new Promise<Visit["answers"][number]>((resolve, reject) => {
      const request = get(origin + path, { agent }, (response) => {
        const { statusCode: status = 0, headers } = response;
        response
          .on("error", reject)
          .on("end", () => resolve({ status, closes: headers.connection === "close" }));
        response.resume();
      });
      request.on("error", (error) => {
        wasKept = request.reusedSocket;
        reject(error);
      });
    });
  const answers: Visit["answers"] = [];
  try {
    for (let turn = 0; ; turn++) {
      answers.push(await ask(["/ping", "/", "/api/tracks", "/favicon.svg"][turn % 4] ?? ""));
      onAnswer(answers.length);
      await delay(pauseMs);
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    return { answers, error: String(code), wasKept };
  } finally {
    agent.destroy();
  }
}

test("nobody's connection is reset: who goes on requesting is answered, and told that the connection ends", async () => {
  const running = server ?? (await start(0));
  const answered = Array.from({ length: 16 }, () => Promise.withResolvers<void>());
  const clients = answered.map(({ resolve }, index) =>
    goOnRequesting(running.origin, index < 8 ? 20 : (index - 7) * 250, (count) => count === 2 && resolve()),
  );
  // Every connection has been used again: the client keeps it.
  await Promise.all(answered.map(({ promise }) => promise));
  process.kill(running.pid ?? 0, "SIGTERM");
  const visits = await Promise.all(clients);
  for (const { answers, error, wasKept } of visits) {
    // One that nobody has accepted yet when the listener closes is reset by the system, as one a moment later is refused.
    expect({ error, wasKept }).toEqual({
      error: expect.stringMatching(/^ECONN(REFUSED|RESET)$/),
      wasKept: false,
    });
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.some(({ closes }) => closes)).toBe(true);
  }
  await running.ended;
  expect(running.output()).not.toContain('"level":50');
  await running.stop();
});

test.skipIf(!process.env.DATABASE_URL)(
  "a request that waits for a job without a worker is answered before the end",
  async () => {
    const running = await start(0);
    const client = await Client.signedIn(running.origin, "alone@example.com");
    const answer = client.send("POST", "/api/generate-script", { inputText: sampleText });
    await client.get("/ping");
    const [response] = await Promise.all([answer, running.stop()]);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      error: expect.stringContaining("ページを更新して確認してください"),
    });
  },
);
