import type { Encoding } from "./negotiate-encoding.ts";

/**
 * A response whose body is at hand as a whole: it is compressed and sent at once, with its length, and its bytes can be sent
 * to somebody else again.
 */
export class BufferedResponse extends Response {
  readonly buffer: Uint8Array<ArrayBuffer>;
  /** Its body in the encodings that were asked for. */
  readonly packed: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;

  constructor(
    buffer: Uint8Array<ArrayBuffer>,
    init: ResponseInit,
    packed: BufferedResponse["packed"] = new Map(),
  ) {
    super(buffer, init);
    this.buffer = buffer;
    this.packed = packed;
  }

  /** The same response with headers of its own, to be sent once more; what is packed for one is packed for both. */
  override clone(): BufferedResponse {
    return new BufferedResponse(this.buffer, { status: this.status, headers: this.headers }, this.packed);
  }
}

/** A value as JSON. */
export function jsonResponse(
  value: unknown,
  { status = 200, headers }: { status?: number; headers?: HeadersInit } = {},
): BufferedResponse {
  const own = new Headers(headers);
  own.set("Content-Type", "application/json");
  return new BufferedResponse(Buffer.from(JSON.stringify(value)), { status, headers: own });
}
