import { setTimeout } from "node:timers/promises";
import type { ByteSpan } from "../storage.ts";

interface S3Place {
  /** An origin such as `https://….r2.cloudflarestorage.com`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Can be sent again; the server compares the SHA-256 (hex). */
export interface S3Body {
  content: Uint8Array<ArrayBuffer> | Blob;
  bytes: number;
  sha256: string;
}

interface S3Object {
  key: string;
  bytes: number;
}

/** Headers of a signed address's response. */
interface SignedAnswer {
  contentType: string;
  disposition?: string | undefined;
}

/** The S3 server refused, or no attempt got an answer in time. */
export class S3Error extends Error {
  override name = "S3Error";
  readonly status: number | null;
  constructor(message: string, status: number | null, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

/** S3 on one bucket, with path-style addresses (`endpoint/bucket/key`), which every server supports. */
export interface S3Client {
  head(key: string): Promise<{ bytes: number; modified: Date } | null>;
  /** Null if missing, "beyond" if the span begins after the end. */
  read(key: string, span?: ByteSpan): Promise<Uint8Array<ArrayBuffer> | "beyond" | null>;
  open(key: string, o: { span?: ByteSpan; signal?: AbortSignal }): Promise<Response | "beyond" | null>;
  put(key: string, body: S3Body): Promise<void>;
  copy(from: string, to: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** In the server's order, `pageKeys` at a time. */
  list(prefix: string): AsyncGenerator<S3Object>;
  /** Anybody can read the object there for a minute, whole or in parts. Caches may not keep it. */
  signedUrl(key: string, answer: SignedAnswer): Promise<string>;
}

/** A takedown holds for everybody after this time. */
const signedSeconds = 60;

const maxAttempts = 4;
/** Time for a megabyte on a slow connection. */
const msPerMegabyte = 4000;

/**
 * A client of one bucket. Makes four attempts in all, for an answer later than `answerMs`, a broken connection, or a server
 * that can't answer now: every call is repeatable. Throws {@link S3Error}. Loads the signing library with the first call.
 *
 * @param o.retryMs wait before the second attempt; each further one is four times longer
 */
export function createS3Client(
  place: S3Place,
  o: { answerMs?: number; retryMs?: number; pageKeys?: number } = {},
): S3Client {
  const { answerMs = 15_000, retryMs = 100, pageKeys = 1000 } = o;
  const { region, accessKeyId, secretAccessKey } = place;
  const root = `${place.endpoint.replace(/\/$/, "")}/${place.bucket}`;
  // Derives the day's keys once.
  const cache = new Map<string, ArrayBuffer>();

  async function sign(call: {
    method: string;
    url: URL;
    headers?: Record<string, string>;
    signQuery?: boolean;
  }) {
    const { AwsV4Signer } = await import("aws4fetch");
    return new AwsV4Signer({
      ...call,
      url: call.url.href,
      service: "s3",
      region,
      accessKeyId,
      secretAccessKey,
      cache,
    }).sign();
  }

  async function attempt(call: Call): Promise<Response> {
    const url = new URL(call.key === "" ? root : `${root}/${call.key}`);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const body = call.body ?? null;
    const signed = await sign({
      method: call.method,
      url,
      headers: { ...call.headers, "X-Amz-Content-Sha256": body?.sha256 ?? emptySha256 },
    });
    const waited = new AbortController();
    const patience = answerMs + (msPerMegabyte * (body?.bytes ?? 0)) / 1e6;
    const timer = globalThis.setTimeout(
      () => waited.abort(new Error(`no answer in ${Math.round(patience)} ms`)),
      patience,
    );
    try {
      const signal = call.signal ? AbortSignal.any([call.signal, waited.signal]) : waited.signal;
      const { method, headers } = signed;
      return await fetch(signed.url, { method, headers, body: body?.content ?? null, signal });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Repeats both until `use`, which reads the answer, succeeds. */
  async function send<Result>(call: Call, use: (response: Response) => Promise<Result>): Promise<Result> {
    for (let number = 1; ; number += 1) {
      let failure: S3Error;
      try {
        const response = await attempt(call);
        if (response.ok || call.expects?.includes(response.status)) return await use(response);
        failure = await errorOf(call, response);
      } catch (error) {
        call.signal?.throwIfAborted();
        failure = new S3Error(`${call.method} ${place.bucket}/${call.key}: ${reasonOf(error)}`, null, error);
      }
      const isPassing = failure.status === null || failure.status >= 500 || failure.status === 429;
      if (!isPassing || number === maxAttempts) throw failure;
      await setTimeout(retryMs * 4 ** (number - 1) * (0.5 + Math.random() / 2));
    }
  }

  const get = <Result>(
    key: string,
    o: { span?: ByteSpan | undefined; signal?: AbortSignal | undefined },
    use: (response: Response) => Promise<Result>,
  ) =>
    send<Result | "beyond" | null>(
      {
        method: "GET",
        key,
        expects: [404, 416],
        headers: o.span ? { Range: `bytes=${o.span.start}-${o.span.end}` } : {},
        ...(o.signal && { signal: o.signal }),
      },
      async (response) => {
        if (response.ok && (o.span === undefined || response.status === 206)) return use(response);
        await response.body?.cancel();
        if (response.ok) throw new Error("the server sends the whole instead of a part");
        return response.status === 416 ? "beyond" : null;
      },
    );

  return {
    head: (key) =>
      send({ method: "HEAD", key, expects: [404] }, async ({ status, headers }) =>
        status === 404
          ? null
          : {
              bytes: Number(headers.get("Content-Length")),
              modified: new Date(headers.get("Last-Modified") ?? 0),
            },
      ),

    read: (key, span) =>
      get(key, { span }, async (response) => {
        const bytes = await withDeadline(response.arrayBuffer(), answerMs * 4);
        const length = response.headers.get("Content-Length");
        if (length !== null && Number(length) !== bytes.byteLength) throw new Error("the answer was cut");
        return new Uint8Array(bytes);
      }),

    open: (key, o) => get(key, o, async (response) => response),

    put: (key, body) => send({ method: "PUT", key, body, headers: { "Content-Type": typeOf(key) } }, drain),

    copy: (from, to) =>
      send(
        {
          method: "PUT",
          key: to,
          expects: [404],
          headers: { "X-Amz-Copy-Source": `/${place.bucket}/${from}` },
        },
        async (response) => {
          const text = await response.text();
          // A copy that fails halfway reports it after a 200.
          if (text.includes("<Error>") && response.ok) throw new Error(codeIn(text));
          return response.ok;
        },
      ),

    remove: (key) => send({ method: "DELETE", key, expects: [404] }, drain),

    async *list(prefix) {
      for (let token: string | undefined = ""; token !== undefined; ) {
        const query: Record<string, string> = { "list-type": "2", "max-keys": String(pageKeys), prefix };
        if (token !== "") query["continuation-token"] = token;
        const page: string = await send({ method: "GET", key: "", query }, (response) =>
          withDeadline(response.text(), answerMs * 4),
        );
        if (!page.includes("</ListBucketResult>")) throw new S3Error("the S3 server lists nothing", 200);
        for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const bytes = Number(elementIn(entry, "Size"));
          yield { key: elementIn(entry, "Key") ?? "", bytes };
        }
        token =
          elementIn(page, "IsTruncated") === "true" ? elementIn(page, "NextContinuationToken") : undefined;
      }
    },

    async signedUrl(key, { contentType, disposition }) {
      const url = new URL(`${root}/${key}`);
      url.searchParams.set("X-Amz-Expires", String(signedSeconds));
      url.searchParams.set("response-content-type", contentType);
      url.searchParams.set("response-cache-control", "private, no-store");
      if (disposition !== undefined) url.searchParams.set("response-content-disposition", disposition);
      return (await sign({ method: "GET", url, signQuery: true })).url.href;
    },
  };
}

interface Call {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: S3Body;
  signal?: AbortSignal;
  /** Other statuses than 2xx that are answers. */
  expects?: readonly number[];
}

const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** For people who browse the bucket; responses to listeners have their own. */
function typeOf(key: string): string {
  if (key.endsWith(".mp3")) return "audio/mpeg";
  return key.endsWith(".webp") ? "image/webp" : "application/octet-stream";
}

async function drain(response: Response): Promise<void> {
  await response.arrayBuffer();
}

async function errorOf({ method, key }: Call, response: Response): Promise<S3Error> {
  const text = await response.text().catch(() => "");
  const { status } = response;
  return new S3Error(`${method} ${key === "" ? "(list)" : key}: ${status} ${codeIn(text)}`.trimEnd(), status);
}

/** Only the code, such as `SignatureDoesNotMatch`: the rest of the answer may name the access key. */
const codeIn = (text: string) => elementIn(text, "Code") ?? "";

function elementIn(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found
    ?.replace(/&quot;/g, '"')
    .replace(/&apos;|&#39;/g, "'")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&");
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** Rejects when `work` takes longer than `ms`. */
export async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = globalThis.setTimeout(() => reject(new Error(`no bytes in ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
