import { existsSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { zstdDecompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import type { PgliteCall, PgliteMessage } from "./start-pglite.ts";

// Entry of the process that holds the embedded queue's database, in memory; its argument is a file to begin with, where
// there is one. Runs the statements that come, in their order, and ends with the server.
setPriority(5);
process.on("disconnect", () => process.exit());
// Whoever stops the server may signal all of its processes: jobs that still run need their queue.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});

const [snapshot = ""] = process.argv.slice(2);
const opening = PGlite.create(existsSync(snapshot) ? { loadDataDir: readSnapshot(snapshot) } : {});

function readSnapshot(file: string): Blob {
  return new Blob([zstdDecompressSync(readFileSync(file))], { type: "application/x-tar" });
}

const send = (message: PgliteMessage) => void process.send?.(message);

/** The rows of all statements in a text. Only a single statement can have values. */
async function runSql(lite: PGlite, text: string, values: readonly unknown[]): Promise<unknown[]> {
  try {
    if (values.length > 0) return (await lite.query(text, [...values])).rows;
    return (await lite.exec(text)).flatMap(({ rows }) => rows);
  } catch (error) {
    // Every statement comes from one connection: a transaction that failed midway must not fail the next one.
    await lite.query("rollback").catch(() => {});
    throw error;
  }
}

async function answer(call: PgliteCall): Promise<unknown[]> {
  const lite = await opening;
  if ("text" in call) return runSql(lite, call.text, call.values);
  const { channel } = call;
  await lite.listen(channel, (payload) => send({ channel, payload }));
  return [];
}

process.on("message", (call: PgliteCall) => {
  const { id } = call;
  answer(call).then(
    (rows) => send({ id, rows }),
    (error: unknown) => send({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});
