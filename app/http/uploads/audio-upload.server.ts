import { Readable } from "node:stream";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { crashPoint } from "#app/crash-point.server.ts";
import { identifyAudio, signatureBytes } from "#app/engines/audio/conversion/identify-audio.ts";
import { decodeText } from "#app/engines/sources/decode-text.ts";
import type { AdminSession } from "#app/features/admin/session/admin-session.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { asInvalid } from "#app/features/sources/as-invalid.ts";
import {
  beginUpload,
  discardUpload,
  queueUpload,
  storeUploadedFile,
} from "#app/features/tracks/upload/server/begin-upload.server.ts";
import { uploadFieldsSchema } from "#app/features/tracks/upload/upload.schema.ts";
import { maxTranscriptBytes, maxUploadBytes, uploadMessages } from "#app/features/tracks/upload/upload.ts";
import { sanitizeStrings, validate } from "#app/features/validate.ts";
import { HttpError } from "../core/error-response.ts";
import { isMultipart } from "../core/request-kind.ts";

const tooLarge = () => new HttpError(413, "too_large", uploadMessages.tooLarge);
const unsupported = () => new HttpError(415, "unsupported_media_type", uploadMessages.unsupported);
const unreadable = () => new HttpError(400, "invalid", uploadMessages.unreadableForm);

/**
 * Receives an upload with an audio file in `audio`, which goes to the disk as it comes; then validates and enqueues the
 * conversion. Returns the upload's id. A failure leaves nothing: `Invalid`, `HttpError` 413 (over 200 MB), 415 (no form, no
 * audio file), 400.
 */
export async function receiveAudio(o: {
  request: Request;
  admin: AdminSession;
  /** Filled with text fields as they come, to show the form again. */
  typed?: Record<string, string>;
  /** Returns the id of an equal upload sent just before (`queueUpload`). */
  dropsRepeat?: boolean;
}): Promise<string> {
  const { request, admin, typed = {}, dropsRepeat = false } = o;
  if (!isMultipart(request) || !request.body)
    throw new HttpError(415, "unsupported_media_type", "フォームから送信してください");
  const parser = openParser(request);
  const uploadId = await beginUpload({ adminName: admin.username });
  try {
    const form: ReceivedForm = { fields: typed, file: undefined };
    await readForm(request.body, { parser, uploadId, form });
    crashPoint("upload-received");
    const fields = validate(uploadFieldsSchema, form.fields);
    if (!form.file) throw new Invalid({ audio: [uploadMessages.noFile] });
    return await queueUpload(uploadId, { fields, ...form.file, dropsRepeat });
  } catch (error) {
    await discardUpload(uploadId);
    throw error;
  }
}

interface ReceivedForm {
  fields: Record<string, string>;
  file: { fileName: string; bytes: number } | undefined;
}

type Parser = InstanceType<typeof Busboy>;

/** Throws `HttpError` 400 for a missing or overlong boundary. */
function openParser(request: Request): Parser {
  const headers: BusboyHeaders = { "content-type": request.headers.get("Content-Type") ?? "" };
  try {
    return new Busboy({
      headers,
      limits: {
        fields: 20,
        files: 3,
        fieldSize: maxTranscriptBytes,
        // One byte more, to recognize a file that is too large.
        fileSize: maxUploadBytes + 1,
        headerSize: 16 * 1024,
      },
    });
  } catch (error) {
    throw toHttpError(error);
  }
}

function readForm(
  content: ReadableStream<Uint8Array>,
  { parser, uploadId, form }: { parser: Parser; uploadId: string; form: ReceivedForm },
): Promise<void> {
  const body = Readable.from(content);
  const files: Readable[] = [];
  const stored: Promise<void>[] = [];
  let isRefused = false;
  return new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      // The parser goes on: later parts are not stored.
      isRefused = true;
      body.unpipe(parser);
      // Closes the reader. The rest is dropped when the request ends.
      body.destroy();
      for (const file of files) file.destroy(new Error("the form is refused"));
      // Removes leftovers only after all writes.
      void Promise.allSettled(stored).then(() => reject(toHttpError(error)));
    };
    parser.on("field", (name, value, _nameTruncated, isTruncated) => {
      if (isTruncated) fail(new Invalid({ transcript: [uploadMessages.transcriptTooLarge] }));
      // Skips an empty text field beside a transcript file.
      else if (value !== "" || !form.fields[name]) form.fields[name] = value;
    });
    parser.on("file", (name, file, fileName) => {
      files.push(file);
      // Prevents an unhandled rejection, which would end the process; the reader gets this error.
      file.on("error", () => {});
      if (isRefused) return void file.resume();
      if (name === "transcript") return keep(readText(file).then(keepTranscript));
      if (name !== "audio" || (!fileName && !form.file)) return void file.resume();
      if (form.file) {
        file.resume();
        return fail(new Invalid({ audio: [uploadMessages.severalFiles] }));
      }
      const received = { fileName: [...String(sanitizeStrings(fileName))].slice(0, 200).join(""), bytes: 0 };
      form.file = received;
      keep(storeUploadedFile(uploadId, checked(file, received)));
    });
    const keep = (work: Promise<void>) => {
      stored.push(work);
      work.catch(fail);
    };
    const keepTranscript = (text: string) => {
      if (text.trim() !== "") form.fields.transcript = text;
    };
    parser.on("finish", () => Promise.all(stored).then(() => resolve(), fail));
    parser.on("error", fail);
    // A disconnected client (which has an error code too) is no fault of the server.
    body.on("error", (error) => fail(isPlain(error) ? unreadable() : error));
    body.pipe(parser);
  });
}

/** Throws past the limit, and if the first bytes are no audio file's. */
async function* checked(
  file: AsyncIterable<Uint8Array>,
  received: { bytes: number },
): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  for await (const chunk of file) {
    received.bytes += chunk.byteLength;
    if (received.bytes > maxUploadBytes) throw tooLarge();
    if (start.length < signatureBytes) {
      start = Buffer.concat([start, chunk.subarray(0, signatureBytes - start.length)]);
      if (start.length >= signatureBytes && identifyAudio(start) === null) throw unsupported();
    }
    yield chunk;
  }
  if (received.bytes === 0) throw new Invalid({ audio: [uploadMessages.noFile] });
  if (start.length < signatureBytes) throw unsupported();
}

/** A text file of Japanese Windows may be in Shift_JIS. */
async function readText(file: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.byteLength;
    if (bytes > maxTranscriptBytes) throw new Invalid({ transcript: [uploadMessages.transcriptTooLarge] });
    chunks.push(chunk);
  }
  try {
    return decodeText(Buffer.concat(chunks));
  } catch (error) {
    throw asInvalid(error, "transcript");
  }
}

/** The parser's errors are plain; those of the disk have a code. */
const toHttpError = (error: unknown): unknown =>
  isPlain(error) && !("code" in error) ? unreadable() : error;

const isPlain = (error: unknown): error is Error => error instanceof Error && error.constructor === Error;
