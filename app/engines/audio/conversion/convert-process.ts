import { setPriority } from "node:os";
import { startWatchdog } from "#app/engines/start-watchdog.ts";
import type { WatchdogLimits } from "#app/engines/watchdog-thread.ts";
import { type RefusalReason, RefusedAudio } from "./audio-source.ts";
import { type ConvertedAudio, convert } from "./convert.ts";
import { openFileReader } from "./file-reader.ts";

export interface ConversionOrder extends WatchdogLimits {
  path: string;
  folder: string;
  maxSeconds: number;
}

/** Messages out; the last is the result or refusal. */
export type ConversionMessage =
  | { type: "progress"; stage: "measuring" | "encoding"; percent: number }
  | { type: "converted"; audio: ConvertedAudio }
  | { type: "refused"; reason: RefusalReason };

// Process that decodes uploads, to limit what a hostile one costs: memory, time, a crash.
setPriority(10);
// Prevents a log line per damaged packet; fatal errors don't come this way.
console.error = () => {};
process.once("message", (order: ConversionOrder) => void run(order));

async function run(order: ConversionOrder): Promise<void> {
  startWatchdog({ maxBytes: order.maxBytes, parentPid: order.parentPid });
  process.once("disconnect", () => process.exit(1));
  const result = await outcome(order);
  process.send?.(result, undefined, undefined, () => process.disconnect());
}

async function outcome({ path, folder, maxSeconds }: ConversionOrder): Promise<ConversionMessage> {
  const file = await openFileReader(path);
  let lastPercent = -1;
  try {
    const audio = await convert({
      file,
      folder,
      maxSeconds,
      onProgress({ stage, percent }) {
        if (Math.floor(percent) === lastPercent) return;
        lastPercent = Math.floor(percent);
        process.send?.({ type: "progress", stage, percent } satisfies ConversionMessage);
      },
    });
    return { type: "converted", audio };
  } catch (error) {
    if (error instanceof RefusedAudio) return { type: "refused", reason: error.reason };
    throw error;
  } finally {
    await file.close();
  }
}
