import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { createRequestThread, setMinThreadIdleMs } from "./request-thread.ts";

// isolated: threads that others of its process keep would end.
const folder = await mkdtemp(path.join(tmpdir(), "mugen-request-thread-"));
afterAll(() => rm(folder, { recursive: true }));

/** A thread that answers with how often it was asked, or fails, or ends. */
await writeFile(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
await writeFile(
  path.join(folder, "counting-thread.js"),
  `import { answerRequests } from ${JSON.stringify(new URL("./request-thread.ts", import.meta.url).href)};
let count = 0;
answerRequests((request) => {
  if (request === "fail") throw new Error("from inside");
  if (request === "end") process.exit(1);
  return ++count;
});`,
);

const countingThread = (idleMs: number) =>
  createRequestThread<string, number>({
    name: "counting-thread",
    base: pathToFileURL(path.join(folder, "caller.js")).href,
    idleMs,
  });

test("a thread answers in turn, and ends when it is idle; the next request starts another", async () => {
  setMinThreadIdleMs(0);
  const ask = countingThread(20);
  expect(await Promise.all(["", "", ""].map(ask))).toEqual([1, 2, 3]);
  await delay(200);
  expect(await ask("")).toBe(1);
});

test("with a longer time for all threads it stays", async () => {
  setMinThreadIdleMs(60_000);
  const ask = countingThread(20);
  expect(await ask("")).toBe(1);
  await delay(200);
  expect(await ask("")).toBe(2);
});

test("an error rejects its request alone, an end all; the next request starts another thread", async () => {
  const ask = countingThread(20);
  expect(await ask("")).toBe(1);
  await expect(ask("fail")).rejects.toThrow("from inside");
  expect(await ask("")).toBe(2);
  const left = [ask("end"), ask("")];
  for (const one of left) await expect(one).rejects.toThrow("the thread counting-thread has ended");
  expect(await ask("")).toBe(1);
});
