import type { Encoding } from "./negotiate-encoding.ts";

/**
 * A response whose body is at hand as a whole: it is compressed and sent at once, without a stream. Whoever wants the stream
 * all the same gets it then: to make one for every answer costs a thirtieth of a page.
 */
export class WholeResponse extends Response {
  readonly whole: Uint8Array<ArrayBuffer>;
  /** Its body in the encodings that were asked for. */
  readonly packed: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;
  #body: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
  #isRead = false;
  #streamed: Response | undefined;

  constructor(
    whole: Uint8Array<ArrayBuffer>,
    init: ResponseInit,
    packed: WholeResponse["packed"] = new Map(),
  ) {
    super(null, init);
    this.whole = whole;
    this.packed = packed;
  }

  /** The same response with headers of its own, to be sent once more; what is packed for one is packed for both. */
  override clone(): WholeResponse {
    return new WholeResponse(this.whole, { status: this.status, headers: this.headers }, this.packed);
  }

  get #stream(): Response {
    this.#streamed ??= new Response(this.body);
    return this.#streamed;
  }

  // React Router looks whether there is one. `new Response(whole).body` takes fifty times as long.
  override get body() {
    this.#body ??= new ReadableStream(
      {
        pull: (controller) => {
          this.#isRead = true;
          controller.enqueue(this.whole);
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return this.#body;
  }

  override get bodyUsed() {
    return this.#isRead || (this.#streamed?.bodyUsed ?? false);
  }

  override async blob() {
    return this.#stream.blob();
  }

  override async formData() {
    return this.#stream.formData();
  }

  override async arrayBuffer() {
    return this.#stream.arrayBuffer();
  }

  override async bytes() {
    return this.#stream.bytes();
  }

  override async json() {
    return this.#stream.json();
  }

  override async text() {
    return this.#stream.text();
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
