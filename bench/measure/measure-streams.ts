import { Agent, get, request } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { processorSeconds, residentMegabytes } from "../process-usage.ts";
import type { RunningProgram } from "../start-program.ts";

interface Streams {
  members: number;
  share: number | null;
  kilobytesEach: number | null;
  told: number;
  changes: number;
}

/** Two heartbeats of every stream. */
const seconds = 50;
const idleSeconds = 15;
/** All members together, as often as pollers read (`measure-polling.ts`). */
const changeEveryMs = 2500;
/** A heartbeat's interval, so that heartbeats spread as those of pages. */
const opensWithinMs = 25_000;

/**
 * The cost of members whose pages hold an event stream each, compared with before. Another member reads all every 2.5 seconds
 * and must be told.
 */
export async function measureStreams(o: {
  mugen: RunningProgram;
  tokens: readonly string[];
}): Promise<Streams> {
  const { mugen, tokens } = o;
  const idle = await shareDuring(mugen, () => delay(idleSeconds * 1000));
  const memoryBefore = residentMegabytes(mugen.pid);
  const opening: Promise<Stream>[] = [];
  for (const token of tokens) {
    opening.push(openStream(mugen.port, token));
    await delay(opensWithinMs / tokens.length);
  }
  const streams = await Promise.all(opening);
  const memory = residentMegabytes(mugen.pid);
  const open = streams.reduce((sum, stream) => sum + stream.told(), 0);
  const changes = Math.floor((seconds * 1000) / changeEveryMs);
  const share = await shareDuring(mugen, async () => {
    for (let change = 0; change < changes; change++) {
      const token = tokens[Math.floor((change * tokens.length) / changes)];
      if (token) await readAll(mugen.port, token);
      await delay(changeEveryMs);
    }
  });
  const told = streams.reduce((sum, stream) => sum + stream.told(), 0) - open;
  for (const stream of streams) stream.close();
  return {
    members: tokens.length,
    share: share === null || idle === null ? null : share - idle,
    kilobytesEach:
      memory === null || memoryBefore === null ? null : (1000 * (memory - memoryBefore)) / tokens.length,
    told,
    changes,
  };
}

async function shareDuring(program: RunningProgram, act: () => Promise<unknown>): Promise<number | null> {
  const before = processorSeconds(program.pid);
  const started = performance.now();
  await act();
  const passedS = (performance.now() - started) / 1000;
  const after = processorSeconds(program.pid);
  return before === null || after === null ? null : (after - before) / passedS;
}

interface Stream {
  told(): number;
  close(): void;
}

/** Resolves with the first count. */
function openStream(port: number, token: string): Promise<Stream> {
  const { promise, resolve, reject } = Promise.withResolvers<Stream>();
  let told = 0;
  const headers = { Cookie: `mugen_session=${token}`, Accept: "text/event-stream" };
  const asked = get(
    { host: "127.0.0.1", port, path: "/api/notifications/stream", headers, agent: false },
    (response) => {
      if (response.statusCode !== 200) reject(new Error(`the stream answered ${response.statusCode}`));
      response.setEncoding("utf8").on("data", (text: string) => {
        told += text.match(/^data: /gm)?.length ?? 0;
        if (told > 0) resolve({ told: () => told, close: () => asked.destroy() });
      });
    },
  ).on("error", reject);
  return promise;
}

function readAll(port: number, token: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = { Cookie: `mugen_session=${token}` };
  const path = "/api/notifications/read-all";
  request({ host: "127.0.0.1", port, method: "POST", path, headers, agent }, (response) => {
    response.resume().once("end", resolve);
  })
    .once("error", reject)
    .end();
  return promise;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
