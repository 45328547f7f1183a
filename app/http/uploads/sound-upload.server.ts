import { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { Invalid } from "#app/features/domain-error.ts";
import { maxVerifiedBytes, verifyMessages } from "#app/features/provenance/provenance.ts";
import { type HashedSound, SoundHash } from "#app/lib/sound-hash.ts";
import { HttpError } from "../core/error-response.ts";
import { isMultipart } from "../core/request-kind.ts";

const refuse = (message: string) => new Invalid({ file: [message] });

/**
 * The hashes of the sound in the field `file`, null if it has none. Keeps nothing. Throws `Invalid` (no file, too large,
 * unreadable), `HttpError` 415.
 */
export async function hashUploadedSound(request: Request): Promise<HashedSound | null> {
  if (!isMultipart(request) || !request.body)
    throw new HttpError(415, "unsupported_media_type", "フォームから送信してください");
  try {
    return await readForm(request.body, request.headers.get("Content-Type") ?? "");
  } catch (error) {
    if (error instanceof HttpError && error.status === 413) throw refuse(verifyMessages.tooLarge);
    throw error;
  }
}

async function readForm(
  content: ReadableStream<Uint8Array>,
  contentType: string,
): Promise<HashedSound | null> {
  const body = Readable.from(content);
  try {
    return await new Promise<HashedSound | null>((resolve, reject) => {
      const parser = openParser(contentType);
      const hash = new SoundHash();
      let bytes = 0;
      parser.on("file", (name, file) => {
        file.on("error", reject);
        if (name !== "file") return void file.resume();
        file.on("data", (chunk: Buffer) => {
          bytes += chunk.byteLength;
          if (bytes <= maxVerifiedBytes) hash.update(chunk);
        });
      });
      // At the end: a client that is still sending does not read the answer.
      parser.on("finish", () => {
        if (bytes === 0) reject(refuse(verifyMessages.noFile));
        else if (bytes > maxVerifiedBytes) reject(refuse(verifyMessages.tooLarge));
        else resolve(hash.digest());
      });
      parser.on("error", (error: unknown) =>
        reject(error instanceof Error && !("code" in error) ? refuse(verifyMessages.unreadable) : error),
      );
      body.on("error", reject);
      body.pipe(parser);
    });
  } finally {
    // Closes the reader: the rest is dropped when the request ends.
    body.unpipe();
    body.destroy();
  }
}

function openParser(contentType: string) {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: { fields: 5, files: 1, fieldSize: 1024, fileSize: maxVerifiedBytes + 1, headerSize: 16 * 1024 },
    });
  } catch {
    throw refuse(verifyMessages.unreadable);
  }
}
