import { NotFound } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";
import { assertStorageKey, type Storage, StoredFileMissing } from "../storage.ts";
import {
  decideAccelResponse,
  decideFileResponse,
  type FileDecision,
  type ServedFile,
} from "./decide-file-response.ts";

/** A stored file and its metadata for responses. */
export interface FileToServe extends ServedFile {
  storage: Pick<Storage, "readBytes" | "readBytesNow" | "readStream">;
  key: string;
  /** With "nginx", in front of a local storage, nginx sends the bytes (`docs/nginx.md`). */
  accel?: "nginx" | undefined;
}

/** Ranges up to this size are read and written at once; larger ones are streamed, to limit memory for slow clients. In bytes. */
export const MAX_BUFFERED_BYTES = 256 * 1024;

/**
 * Responds to GET and HEAD for a stored file by the range and conditional headers (`decideFileResponse`); other methods
 * get 405. An open file is closed as soon as `request.signal` aborts or the body is cancelled. Throws `StoredFileMissing` when there is no file under the key, `StoredFileTooShort` when
 * it is shorter than `bytes` (in a large range only while the body is read), `InvalidStorageKey`.
 */
export async function respondWithFile(request: Request, o: FileToServe): Promise<Response> {
  const { status, headers, span } = decideResponse(request.method, (name) => request.headers.get(name), o);
  if (span === null) return new Response(null, { status, headers });
  if (span.end - span.start < MAX_BUFFERED_BYTES) {
    const bytes = await o.storage.readBytes(o.key, span);
    if (bytes === null) throw new StoredFileMissing(o.key);
    return new Response(singleChunkStream(bytes), { status, headers });
  }
  const stream = await o.storage.readStream(o.key, { span, signal: request.signal });
  if (stream === null) throw new StoredFileMissing(o.key);
  return new Response(stream, { status, headers });
}

// `new Response(bytes)` copies the bytes into a byte stream: half the throughput, measured.
function singleChunkStream(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The response for a file, sent by this program or by nginx. Throws `InvalidStorageKey`. */
export function decideResponse(
  method: string,
  header: (name: string) => string | null | undefined,
  o: FileToServe,
): FileDecision {
  assertStorageKey(o.key);
  return o.accel === "nginx"
    ? decideAccelResponse({ method, key: o.key, file: o })
    : decideFileResponse({ method, header, file: o });
}

/**
 * `respondWithFile` with the file that `find` returns. If the file was deleted between the query and the reading, which may be
 * `find`'s own, `find` is called again with `current` (not from a replica), and its error (`NotFound`) is thrown. A file that is missing
 * although the database names it, as after restoring a backup, is `NotFound` too, and logged.
 */
export async function respondWithFoundFile(
  request: Request,
  find: (options: { current: boolean }) => Promise<FileToServe>,
): Promise<Response> {
  try {
    return await respondWithFile(request, await find({ current: false }));
  } catch (error) {
    if (!(error instanceof StoredFileMissing)) throw error;
    const key = await find({ current: true }).then((file) => file.key, keyOfMissing);
    logger.error({ key }, "a stored file is missing");
    throw new NotFound("ファイルが見つかりません");
  }
}

/** The key that no file is under. Throws every other error. */
function keyOfMissing(error: unknown): string {
  if (error instanceof StoredFileMissing) return error.key;
  throw error;
}
