import { spawnSync } from "node:child_process";

/** The size (bytes) that a file may have, which one process can set for another: with 0 every write fails as on a full disk. */
const limitFiles = (size: "0" | "unlimited") => ["prlimit", `--fsize=${size}:`];

export const canFillDisk = spawnSync("prlimit", ["--version"]).status === 0;

/** Starts a program that finds its disk full. */
export const fullDiskLauncher: readonly string[] = limitFiles("0");

/** Throws where no such process is. */
export function setDisk(pid: number | undefined, state: "full" | "has room"): void {
  const [program = "", ...args] = limitFiles(state === "full" ? "0" : "unlimited");
  const { status } = spawnSync(program, [...args, "--pid", String(pid)]);
  if (status !== 0) throw new Error(`the disk of process ${pid} can't be set`);
}
