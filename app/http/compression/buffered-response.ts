import type { Encoding } from "./negotiate-encoding.ts";

/** A response with its whole body at hand: compressed and sent at once with its length, and can be sent again. */
export class BufferedResponse extends Response {
  readonly buffer: Uint8Array<ArrayBuffer>;
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

  /** With its own headers; both share the compressed bodies. */
  override clone(): BufferedResponse {
    return new BufferedResponse(this.buffer, { status: this.status, headers: this.headers }, this.packed);
  }
}

export function jsonResponse(
  value: unknown,
  { status = 200, headers }: { status?: number; headers?: HeadersInit } = {},
): BufferedResponse {
  const own = new Headers(headers);
  own.set("Content-Type", "application/json");
  return new BufferedResponse(Buffer.from(JSON.stringify(value)), { status, headers: own });
}
