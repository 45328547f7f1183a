import { existsSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { zstdDecompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import type { PgliteCall, PgliteMessage } from "./start-pglite.ts";

// Entry of the embedded queue's database process; an optional argument is the initial snapshot. Runs statements in order, and
// ends with the server.
setPriority(5);
process.on("disconnect", () => process.exit());
// A stop may signal all processes: running jobs still need the queue.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});

const [snapshot = ""] = process.argv.slice(2);
const opening = PGlite.create(existsSync(snapshot) ? { loadDataDir: readSnapshot(snapshot) } : {});

function readSnapshot(file: string): Blob {
  return new Blob([zstdDecompressSync(readFileSync(file))], { type: "application/x-tar" });
}

const send = (message: PgliteMessage) => void process.send?.(message);

/** Of all statements in a text; only a single one can have values. */
async function runSql(lite: PGlite, text: string, values: readonly unknown[]): Promise<unknown[]> {
  try {
    if (values.length > 0) return (await lite.query(text, [...values])).rows;
    return (await lite.exec(text)).flatMap(({ rows }) => rows);
  } catch (error) {
    // One connection for all: a failed transaction must not fail the next.
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

/** Of the last call: the next one waits, so that it does not run within a transaction that is about to be rolled back. */
let answered: Promise<void> = Promise.resolve();

process.on("message", (call: PgliteCall) => {
  const { id } = call;
  answered = answered
    .then(() => answer(call))
    .then(
      (rows) => send({ id, rows }),
      (error: unknown) => send({ id, error: error instanceof Error ? error.message : String(error) }),
    );
});
