import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const maxStderrLength = 2000;

export interface ProcessEnd {
  code: number | null;
  signal: string | null;
  /** Its beginning. */
  stderr: string;
}

/**
 * Runs a program of this one for a file that may be hostile. It gets no environment, which holds secrets, and is killed after
 * `timeoutMs`. `ended` resolves once all of its output has come; it rejects if no process could start.
 */
export function startLimitedProcess(o: {
  entry: URL;
  args?: readonly string[];
  stdio: StdioOptions;
  timeoutMs: number;
}): { child: ChildProcess; ended: Promise<ProcessEnd> } {
  const child = spawn(process.execPath, [fileURLToPath(o.entry), ...(o.args ?? [])], {
    stdio: o.stdio,
    env: {},
    timeout: o.timeoutMs,
    killSignal: "SIGKILL",
  });
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    if (stderr.length < maxStderrLength) stderr += chunk.toString("utf8");
  });
  const ended = once(child, "close").then(([code, signal]: unknown[]) => ({
    code: typeof code === "number" ? code : null,
    signal: typeof signal === "string" ? signal : null,
    stderr: stderr.slice(0, maxStderrLength),
  }));
  return { child, ended };
}
