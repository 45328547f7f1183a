import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { Period } from "./incident.ts";

const exportLine = z.object({ time: z.number(), event: z.literal("data_exported"), userId: z.string() });

/**
 * Counts exports by account in the JSON lines of the server's log: the database does not know who has fetched their data. Skips
 * lines that are none. Throws when the file can't be read.
 */
export async function countExports(file: string, { from, to }: Period): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (!line.includes("data_exported")) continue;
    const parsed = exportLine.safeParse(parseJson(line));
    if (!parsed.success) continue;
    const { time, userId } = parsed.data;
    if (time >= from.getTime() && time <= to.getTime()) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  }
  return counts;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
