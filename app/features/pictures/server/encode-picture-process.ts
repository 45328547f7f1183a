import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import { maxPictureBytes } from "../picture.ts";
import { encodePicture, UnusablePicture } from "./encode-picture.ts";
import { exitCodes } from "./encoder-exit-codes.ts";

// Entry of the encoder's process. Takes a multipart form on standard input and its content type as argument. Writes the
// large file's length (4 bytes, big endian), the large file and the small one. Parses the form here too: it is as untrusted
// as the picture. The lower priority keeps the web server responsive.
setPriority(10);
// A file that costs more is none that anybody should decode. The clock would also end a good one on a busy machine.
const maxProcessorMs = 15_000;
const watch = setInterval(() => {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 > maxProcessorMs) process.kill(process.pid, "SIGKILL");
}, 200);
process.exitCode = await run();
clearInterval(watch);

async function run(): Promise<number> {
  const file = await pictureOf(process.argv[2] ?? "");
  if (typeof file === "number") return file;
  try {
    const { large, small } = await encodePicture(file);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(large.byteLength);
    process.stdout.write(Buffer.concat([head, large, small]));
    return 0;
  } catch (error) {
    if (error instanceof UnusablePicture) return exitCodes.unusable;
    throw error;
  }
}

/** The exit code when `image` has no file, or several. */
async function pictureOf(contentType: string): Promise<Uint8Array | number> {
  const body = new Uint8Array(await buffer(process.stdin));
  const form = await new Response(body, { headers: { "Content-Type": contentType } })
    .formData()
    .catch(() => null);
  if (!form) return exitCodes.unreadable;
  const [file, ...more] = form.getAll("image");
  if (!(file instanceof File) || more.length > 0) return exitCodes.unusable;
  return file.size > maxPictureBytes ? exitCodes.tooLarge : new Uint8Array(await file.arrayBuffer());
}
