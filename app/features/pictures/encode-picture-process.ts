import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import { encodePicture, UnusablePicture } from "./encode-picture.ts";
import { exitCodes } from "./encoder-protocol.ts";

// The entry of the encoder's process: a file on standard input; out come the length of the large file (4 bytes, big
// endian), the large file and the small one. Answers to people go before pictures.
setPriority(10);
try {
  const { large, small } = await encodePicture(await buffer(process.stdin));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(large.byteLength);
  process.stdout.write(Buffer.concat([head, large, small]));
} catch (error) {
  if (!(error instanceof UnusablePicture)) throw error;
  process.exitCode = exitCodes.unusable;
}
