import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import { startWatchdog } from "#app/engines/start-watchdog.ts";
import type { WatchdogLimits } from "#app/engines/watchdog-thread.ts";
import { normalizeText } from "#app/lib/characters.ts";
import { readSource, type SourceFile } from "./read-source.ts";
import { RefusedSource, type Source, type SourceRefusal } from "./source.ts";

export type SourceOrder = WatchdogLimits &
  ({ input: "file"; file: SourceFile } | { input: "form"; contentType: string; field: string });

export type SourceResult = { source: Source; name: string } | { refusal: SourceRefusal };

// Reads members' files and forms apart, to limit what hostile ones cost: memory, time, a crash. Low priority keeps the web
// server responsive.
setPriority(10);
// Prevents a log line per oddity.
console.warn = () => {};
console.log = () => {};
const order: SourceOrder = JSON.parse(process.argv[2] ?? "{}");
startWatchdog({ maxBytes: order.maxBytes, parentPid: order.parentPid });
process.stdout.write(JSON.stringify(await run()));

async function run(): Promise<SourceResult> {
  try {
    const input = new Uint8Array(await buffer(process.stdin));
    const { bytes, file } =
      order.input === "file" ? { bytes: input, file: order.file } : await fileOf(input, order);
    return { source: await readSource(bytes, file), name: keptName(file) };
  } catch (error) {
    if (error instanceof RefusedSource) return { refusal: error.reason };
    throw error;
  }
}

async function fileOf(body: Uint8Array<ArrayBuffer>, o: { contentType: string; field: string }) {
  const form = await new Response(body, { headers: { "Content-Type": o.contentType } })
    .formData()
    .catch(() => null);
  const file = form?.get(o.field);
  if (!(file instanceof File) || (file.size === 0 && file.name === "")) throw new RefusedSource("no-file");
  return { bytes: new Uint8Array(await file.arrayBuffer()), file: { name: file.name } };
}

/** Postgres refuses NUL, which a form's head can carry. */
function keptName({ name }: SourceFile): string {
  return [...normalizeText(name)].slice(0, 200).join("");
}
