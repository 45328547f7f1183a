import { NotFound } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";
import { assertStorageKey, type Storage, StoredFileMissing } from "../storage.ts";
import {
  contentDisposition,
  decideAccelResponse,
  decideFileResponse,
  type FileDecision,
  isMediaElement,
  type ServedFile,
} from "./decide-file-response.ts";

export interface FileToServe extends ServedFile {
  storage: Pick<Storage, "readBytes" | "readBytesNow" | "readStream" | "signedUrl">;
  key: string;
  /**
   * "nginx" sends local files (`docs/nginx.md`); "redirect" leads browsers that play to a signed address (`docs/storage.md`).
   */
  accel?: "nginx" | "redirect" | undefined;
}

/** Larger ranges are streamed, so that slow clients don't fill the memory. */
export const MAX_BUFFERED_BYTES = 256 * 1024;

/**
 * Responds to GET and HEAD by range and conditional headers (`decideFileResponse`); others get 405. Closes the file when
 * `request.signal` aborts or the body is cancelled. Throws `StoredFileMissing`, `InvalidStorageKey`, and `StoredFileTooShort`
 * (in a large range only while the body is read).
 */
export async function respondWithFile(request: Request, o: FileToServe): Promise<Response> {
  const header = (name: string) => request.headers.get(name);
  const decision = decideResponse(request.method, header, o);
  const { status, headers, span } = (await redirectToStorage(decision, header, o)) ?? decision;
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

// `new Response(bytes)` copies into a byte stream: half the throughput, measured.
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

/** The response, sent by this program or by nginx. Throws `InvalidStorageKey`. */
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
 * The redirect to the storage's signed address for browsers that play; null for others: page fetches would need CORS there, and
 * podcast apps hold this program's ETag.
 */
export function redirectToStorage(
  { span }: FileDecision,
  header: (name: string) => string | null | undefined,
  o: FileToServe,
): Promise<FileDecision> | null {
  if (
    o.accel !== "redirect" ||
    span === null ||
    !o.storage.signedUrl ||
    !isMediaElement(header("sec-fetch-dest"))
  )
    return null;
  const disposition = o.filename === undefined ? undefined : contentDisposition(o.filename);
  return o.storage.signedUrl(o.key, { contentType: o.contentType, disposition }).then((url) => ({
    status: 302,
    // Prevents a leak: whoever found it in a cache could hear what they may not.
    headers: { Location: url, "Cache-Control": "private, no-store", "Content-Length": "0" },
    span: null,
  }));
}

/**
 * `respondWithFile` for the file that `find` returns. If it was deleted meanwhile, calls `find` again with `current` (not from
 * a replica), whose `NotFound` is thrown. A file that the database names but storage lacks (after restoring a backup) is logged
 * and `NotFound`.
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

function keyOfMissing(error: unknown): string {
  if (error instanceof StoredFileMissing) return error.key;
  throw error;
}
