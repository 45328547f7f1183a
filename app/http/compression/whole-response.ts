/** A response whose body is at hand as a whole: it is compressed and sent at once, without a stream. */
export class WholeResponse extends Response {
  readonly whole: Uint8Array;

  constructor(whole: Uint8Array<ArrayBuffer>, init: ResponseInit) {
    super(whole, init);
    this.whole = whole;
  }
}

/** A value as JSON. */
export function jsonResponse(
  value: unknown,
  { status = 200, headers }: { status?: number; headers?: HeadersInit } = {},
): WholeResponse {
  const own = new Headers(headers);
  own.set("Content-Type", "application/json");
  return new WholeResponse(Buffer.from(JSON.stringify(value)), { status, headers: own });
}
