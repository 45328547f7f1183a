import { readdirSync } from "node:fs";
import path from "node:path";
import { freePort } from "#test/databases/postgres.ts";
import { type Comparison, compareServers, type Target } from "../compare-servers.ts";
import { type RunningProgram, startProgram } from "../start-program.ts";

const folder = "build/client/assets";

/** Processor time of a hashed file, against `node:http` with the file in memory. */
export const assetsGoal = 3;

/** One hashed script in brotli per second: a plain `node:http` server that holds it in memory, as the measure, then Mugen. */
export async function measureAssets(o: { mugen: RunningProgram; folder: string }): Promise<Comparison[]> {
  const file = readdirSync(folder).find((name) => /^react-.*\.js$/.test(name));
  if (!file) throw new Error("the build has no script of React's");
  const port = await freePort();
  const plain = await startProgram({
    name: "node:http",
    command: process.execPath,
    args: ["bench/memory-server.ts", "--file", path.join(folder, `${file}.br`), "--port", String(port)],
    port,
    path: "/",
    log: path.join(o.folder, "memory-server.log"),
  });
  const target = (name: string, program: RunningProgram): Target => ({
    name,
    program,
    status: 200,
    requests: [
      Buffer.from(
        `GET /assets/${file} HTTP/1.1\r\nHost: 127.0.0.1:${program.port}\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`,
      ),
    ],
  });
  const targets = [target("node:http", plain), target("mugen", o.mugen)];
  try {
    return await compareServers({ targets, connections: [1, 10], rounds: 3, seconds: 1 });
  } finally {
    await plain.stop();
  }
}
