import { readdirSync, readFileSync } from "node:fs";

// Linux reports hundredths of a second in /proc, whatever its tick.
const ticksPerSecond = 100;

/** Processor time of a process and its threads; null without /proc. */
export function processorSeconds(pid: number): number | null {
  return processorTimes(pid)?.own ?? null;
}

/** The same with its ended child processes. */
export function processorSecondsWithChildren(pid: number): number | null {
  const times = processorTimes(pid);
  return times && times.own + times.ofChildren;
}

/** Of a process and all its children, ended and living; null without /proc. */
export function processorSecondsOfFamily(pid: number): number | null {
  const parent = processorSecondsWithChildren(pid);
  if (parent === null) return null;
  const living = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processorTimes(Number(name)))
    .filter((times) => times?.parent === pid);
  return living.reduce((all, times) => all + (times?.own ?? 0), parent);
}

function processorTimes(pid: number): { parent: number; own: number; ofChildren: number } | null {
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second field is the name in brackets and may hold spaces; ppid is field 4, utime, stime, cutime and cstime are fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const seconds = (at: number) => Number(fields[at]) / ticksPerSecond;
  return { parent: Number(fields[1]), own: seconds(11) + seconds(12), ofChildren: seconds(13) + seconds(14) };
}

/** Resident MB (10^6 bytes); null without /proc. */
export function residentMegabytes(pid: number): number | null {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readProc(`/proc/${pid}/status`) ?? "")?.[1];
  return kilobytes === undefined ? null : Math.round((Number(kilobytes) * 1024) / 1e6);
}

function readProc(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
