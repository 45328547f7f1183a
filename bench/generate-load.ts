import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { processorSeconds } from "./process-usage.ts";

export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time per request, in microseconds; null without /proc. */
  serverUs: number | null;
  /** Share of time with a processor; 1 is one core. Null without /proc. */
  serverBusy: number | null;
  /** Share of time with work. If near 1 while the server's is not, the generator is the limit. */
  generatorBusy: number;
}

/** The head and a little more than 64 KB: most answers are one read. */
const bufferBytes = 128 * 1024;
const endOfHead = Buffer.from("\r\n\r\n");

/**
 * Asks a loopback server as fast as it answers, for `seconds`, over `connections` kept alive, one request at a time each.
 * `requests` are whole heads, taken in turn. Bare sockets: a general HTTP client is slower than the servers. Throws on another
 * `status`, no Content-Length, or a cut answer.
 */
export async function generateLoad(o: {
  port: number;
  pid: number;
  connections: number;
  seconds: number;
  requests: readonly Buffer[];
  status: number;
}): Promise<Load> {
  const run = { count: 0, times: [] as number[], next: 0, isOver: false };
  const clients = Array.from({ length: o.connections }, () => startClient({ ...o, run }));
  const failed = Promise.race(clients.map((client) => client.failed));
  try {
    await Promise.race([Promise.all(clients.map((client) => client.connected)), failed]);
    const serverBefore = processorSeconds(o.pid);
    const loopBefore = performance.eventLoopUtilization();
    const started = performance.now();
    for (const client of clients) client.ask();
    await Promise.race([delay(1000 * o.seconds), failed]);
    run.isOver = true;
    const seconds = (performance.now() - started) / 1000;
    const loop = performance.eventLoopUtilization(loopBefore);
    const serverAfter = processorSeconds(o.pid);
    const times = Float64Array.from(run.times).sort();
    const server = serverBefore === null || serverAfter === null ? null : serverAfter - serverBefore;
    return {
      perSecond: run.count / seconds,
      p50Ms: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
      p99Ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
      serverUs: server === null || run.count === 0 ? null : (1e6 * server) / run.count,
      serverBusy: server === null ? null : server / seconds,
      generatorBusy: loop.utilization,
    };
  } finally {
    run.isOver = true;
    for (const client of clients) client.socket.destroy();
  }
}

interface Run {
  count: number;
  times: number[];
  next: number;
  isOver: boolean;
}

function startClient(o: { port: number; requests: readonly Buffer[]; status: number; run: Run }) {
  const { run, requests } = o;
  const expected = `HTTP/1.1 ${o.status} `;
  /** Bytes to come; null until the head is complete. */
  let missing: number | null = null;
  let head: Buffer = Buffer.alloc(0);
  let asked = 0;
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});

  function ask(): void {
    if (run.isOver) return;
    const request = requests[run.next++ % requests.length];
    asked = performance.now();
    if (request) socket.write(request);
  }

  function take(bytes: Buffer): void {
    if (missing !== null) {
      finish(missing - bytes.length);
      return;
    }
    head = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
    const end = head.indexOf(endOfHead);
    if (end === -1) {
      head = Buffer.from(head);
      return;
    }
    const text = head.toString("latin1", 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    if (!text.startsWith(expected) || length === undefined) {
      fail(new Error(`expected ${o.status} with a length, got:\n${text}`));
      return;
    }
    const received = head.length - end - endOfHead.length;
    head = Buffer.alloc(0);
    finish(Number(length) - received);
  }

  function finish(left: number): void {
    missing = left;
    if (left > 0) return;
    if (left < 0) {
      fail(new Error("the server sent more than it said"));
      return;
    }
    missing = null;
    if (!run.isOver) {
      run.count++;
      run.times.push(performance.now() - asked);
    }
    ask();
  }

  const socket: Socket = connect({
    host: "127.0.0.1",
    port: o.port,
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafeSlow(bufferBytes),
      callback: (length, buffer) => {
        take(Buffer.from(buffer.buffer, buffer.byteOffset, length));
        return true;
      },
    },
  });
  socket.on("error", fail);
  socket.on("close", () => {
    if (!run.isOver) fail(new Error("the server closed a connection in the middle of the run"));
  });
  const connected = new Promise<void>((resolve) => socket.once("connect", resolve));
  return { socket, connected, failed, ask };
}
