import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import { maxPictureBytes } from "../picture.ts";
import { encodePicture, UnusablePicture } from "./encode-picture.ts";
import { exitCodes } from "./encoder-exit-codes.ts";

// The entry of the encoder's process: a multipart form on standard input, its content type as argument; out come the
// length of the large file (4 bytes, big endian), the large file and the small one. The form is parsed here as well: it
// is as untrusted as the picture. The lowered priority keeps the web server responsive.
setPriority(10);
process.exitCode = await run();

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

/** The one file in the field `image`; the exit code when there is none, or several. */
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
