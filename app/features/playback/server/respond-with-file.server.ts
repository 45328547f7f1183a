import { assertStorageKey, type Storage, StoredFileMissing } from "#app/features/storage/storage.ts";
import { decideAccelResponse } from "../accel-redirect.ts";
import { decideFileResponse, type FileDecision, type ServedFile } from "../decide-file-response.ts";

/** A file of a storage and what clients are told of it. */
export interface FileToServe extends ServedFile {
  storage: Storage;
  key: string;
  /** With "nginx", in front of a local storage, nginx sends the bytes (`docs/nginx.md`). */
  accel?: "nginx" | undefined;
}

/** Up to here a range is one read and one write; beyond it a slow reader would hold too much memory. In bytes. */
export const LARGEST_PIECE = 256 * 1024;

/**
 * Answers GET and HEAD for a stored file: whole, in part, or not at all, by its range and conditional headers
 * (`decideFileResponse`). Another method gets 405. What a body holds open is freed as soon as `request.signal` aborts
 * or the body is cancelled. Throws `StoredFileMissing` when there is no file under the key, `StoredFileTooShort` when
 * it is shorter than `bytes` (in a large range only while the body is read), `InvalidStorageKey`.
 */
export async function respondWithFile(request: Request, o: FileToServe): Promise<Response> {
  const { status, headers, span } = decide(request.method, (name) => request.headers.get(name), o);
  if (span === null) return new Response(null, { status, headers });
  if (span.end - span.start < LARGEST_PIECE) {
    const bytes = await o.storage.readBytes(o.key, span);
    if (bytes === null) throw new StoredFileMissing(o.key);
    return new Response(streamOfOne(bytes), { status, headers });
  }
  const stream = await o.storage.readStream(o.key, { span, signal: request.signal });
  if (stream === null) throw new StoredFileMissing(o.key);
  return new Response(stream, { status, headers });
}

// A Response made of the bytes themselves copies them and pumps them through a byte stream: measured, half the rate.
function streamOfOne(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
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

/** The decision for a file, by this program or by nginx. */
export function decide(
  method: string,
  header: (name: string) => string | null | undefined,
  o: FileToServe,
): FileDecision {
  assertStorageKey(o.key);
  return o.accel === "nginx"
    ? decideAccelResponse({ method, key: o.key, file: o })
    : decideFileResponse({ method, header, file: o });
}
