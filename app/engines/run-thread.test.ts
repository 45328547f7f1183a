import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { runThread } from "./run-thread.ts";

const folder = await mkdtemp(join(tmpdir(), "mugen-thread-"));
afterAll(() => rm(folder, { recursive: true }));

/** Runs a thread with this code, from a file beside a caller with this extension. */
async function run(o: {
  code: string;
  ending?: "ts" | "js";
  signal?: AbortSignal;
  onMessage?: (message: unknown) => void;
}) {
  const ending = o.ending ?? "ts";
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(
    join(folder, `sample-thread.${ending}`),
    `import { parentPort, workerData } from "node:worker_threads";\n${o.code}`,
  );
  return runThread({
    name: "sample-thread",
    base: pathToFileURL(join(folder, `caller.${ending}`)).href,
    workerData: { word: "infinite" },
    signal: o.signal ?? new AbortController().signal,
    onMessage: o.onMessage ?? (() => {}),
  });
}

test.each(["ts", "js"] as const)(
  "runs the .%s file beside the caller and hands over its messages",
  async (ending) => {
    const messages: unknown[] = [];
    const code = "parentPort.postMessage(workerData.word); parentPort.postMessage(8);";
    await run({ code, ending, onMessage: (message) => messages.push(message) });
    expect(messages).toEqual(["infinite", 8]);
  },
);

test("an error of the thread rejects", async () => {
  await expect(run({ code: `throw new Error("from inside");` })).rejects.toThrow("from inside");
  await expect(run({ code: "process.exit(3);" })).rejects.toThrow("code 3");
});

test("an error of the receiver ends the thread and rejects", async () => {
  const onMessage = () => {
    throw new Error("from outside");
  };
  await expect(run({ code: "parentPort.postMessage(1); for (;;);", onMessage })).rejects.toThrow(
    "from outside",
  );
});

test("an abort ends a thread that never yields, with the signal's reason", async () => {
  const abort = new AbortController();
  const reason = new Error("enough");
  const code = "parentPort.postMessage(1); for (;;);";
  await expect(run({ code, signal: abort.signal, onMessage: () => abort.abort(reason) })).rejects.toBe(
    reason,
  );
  await expect(run({ code, signal: abort.signal })).rejects.toBe(reason);
});
