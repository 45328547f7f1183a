import { setPriority } from "node:os";

const NICE = 5;

/**
 * Lowers the priority of a child process, or without `pid` of the worker thread that calls it, so that speech and
 * encoding leave the processor to requests. Only Linux knows priorities of single threads; elsewhere a thread stays
 * as it is. Never throws: a child may have ended already.
 */
export function yieldProcessor(pid?: number): void {
  if (pid === undefined && process.platform !== "linux") return;
  try {
    setPriority(pid ?? 0, NICE);
  } catch {
    // It works at full priority as well.
  }
}
