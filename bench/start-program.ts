import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

export interface RunningProgram {
  name: string;
  port: number;
  readyS: number;
  pid: number;
  stop(): Promise<void>;
}

const readyWithinMs = 180_000;
const endsWithinMs = 30_000;

/**
 * Starts a program on the loopback `port`; resolves when `path` answers 200. Its output goes to the file `log`, as under a
 * service manager. Throws if it ends, or after three minutes. `stop` sends SIGTERM and, half a minute later, SIGKILL.
 */
export async function startProgram(o: {
  name: string;
  command: string;
  args: string[];
  port: number;
  path: string;
  log: string;
  env?: Record<string, string>;
}): Promise<RunningProgram> {
  const output = openSync(o.log, "a");
  const started = performance.now();
  const child = spawn(o.command, o.args, {
    env: { ...process.env, NODE_ENV: "production", ...o.env },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const ended = once(child, "exit");
  // An interrupted bench leaves nothing behind.
  const killNow = () => child.kill("SIGKILL");
  process.on("exit", killNow);
  child.once("exit", () => process.removeListener("exit", killNow));
  const isRunning = () => child.exitCode === null && child.signalCode === null;

  async function stop(): Promise<void> {
    if (!isRunning()) return;
    child.kill("SIGTERM");
    const stubborn = setTimeout(() => child.kill("SIGKILL"), endsWithinMs);
    await ended;
    clearTimeout(stubborn);
  }

  while (!(await answersWell(o.port, o.path))) {
    const late = performance.now() - started > readyWithinMs;
    if (isRunning() && !late) {
      await delay(5);
      continue;
    }
    await stop();
    throw new Error(
      `${o.name} ${late ? "did not answer in time" : "ended at start"}:\n${readFileSync(o.log, "utf8").slice(-2000)}`,
    );
  }
  const readyS = (performance.now() - started) / 1000;
  return { name: o.name, port: o.port, readyS, pid: child.pid ?? 0, stop };
}

function answersWell(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path, agent: false, timeout: 2000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });
}
