import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isPublicUrl, lookupPublic } from "#app/engines/public-address.ts";
import { isAllowedByRobots, maxRobotsBytes } from "./robots.ts";
import { maxSourceBytes } from "./source.ts";

/** The name in requests and in robots.txt. */
const agentName = "Mugen";
const timeoutMs = 20_000;
const maxRedirects = 4;

const pageRefusals = ["bad-address", "robots", "sign-in", "missing", "unreachable", "too-large"] as const;
export type PageRefusal = (typeof pageRefusals)[number];

/** A page that can't be fetched; the cause is for the operator. */
export class RefusedPage extends Error {
  readonly reason: PageRefusal;
  constructor(reason: PageRefusal, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

interface FetchOptions {
  signal: AbortSignal;
  isTrusted: boolean;
}

/**
 * Gets a public page over TLS, without cookies or password, as robots.txt allows, up to `maxSourceBytes`. Follows four redirects.
 * Prevents requests into the own network: each address is judged after its name was resolved. Throws `RefusedPage`, and the
 * signal's reason.
 *
 * @param o.isTrusted any address, also without TLS
 */
export async function fetchPage(
  address: URL,
  o: { signal: AbortSignal; isTrusted?: boolean },
): Promise<{ bytes: Uint8Array; name: string; contentType: string }> {
  const options = {
    signal: AbortSignal.any([o.signal, AbortSignal.timeout(timeoutMs)]),
    isTrusted: o.isTrusted === true,
  };
  try {
    let url = address;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      checkUrl(url, options);
      await checkRobots(url, options);
      const answer = await get(url, options);
      try {
        const { statusCode = 0, headers } = answer;
        if (statusCode >= 300 && statusCode < 400 && headers.location) {
          url = new URL(headers.location, url);
          continue;
        }
        checkStatus(statusCode);
        const bytes = await readBody(answer, maxSourceBytes);
        return { bytes, name: url.pathname, contentType: headers["content-type"] ?? "" };
      } finally {
        answer.destroy();
      }
    }
    throw new Error("too many redirects");
  } catch (error) {
    o.signal.throwIfAborted();
    throw error instanceof RefusedPage ? error : new RefusedPage("unreachable", error);
  }
}

function checkUrl(url: URL, { isTrusted }: FetchOptions): void {
  const isPlain = url.username === "" && url.password === "" && url.port === "";
  if (!isTrusted && !(isPublicUrl(url) && isPlain)) throw new RefusedPage("bad-address");
}

function checkStatus(status: number): void {
  if (status === 401 || status === 403 || status === 407) throw new RefusedPage("sign-in");
  if (status === 404 || status === 410) throw new RefusedPage("missing");
  if (status !== 200) throw new Error(`status ${status}`);
}

/** A missing robots.txt forbids nothing, a failing site everything (RFC 9309); it may stand elsewhere. */
async function checkRobots(url: URL, options: FetchOptions): Promise<void> {
  let place = new URL("/robots.txt", url);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    checkUrl(place, options);
    const answer = await get(place, options);
    try {
      const { statusCode: status = 0, headers } = answer;
      if (status >= 500) throw new RefusedPage("robots");
      if (status >= 300 && status < 400 && headers.location) {
        place = new URL(headers.location, place);
        continue;
      }
      if (status !== 200) return;
      const robots = Buffer.from(await readStart(answer, maxRobotsBytes)).toString("utf8");
      if (!isAllowedByRobots(robots, { name: agentName, path: url.pathname + url.search }))
        throw new RefusedPage("robots");
      return;
    } finally {
      answer.destroy();
    }
  }
  // A chain without an end tells no rules.
}

async function get(url: URL, { signal, isTrusted }: FetchOptions): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      // Kept connections skip the look-up.
      agent: false,
      signal,
      headers: { Accept: "text/html, */*;q=0.5", "Accept-Encoding": "identity", "User-Agent": agentName },
      ...(isTrusted ? {} : { lookup: lookupPublic }),
    });
    sent.once("response", resolve);
    sent.on("error", (error) => reject(signal.aborted ? signal.reason : error));
    sent.end();
  });
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const encoding = answer.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw new Error(`unexpected content encoding ${encoding}`);
  const bytes = await readStart(answer, maxBytes + 1);
  if (bytes.length > maxBytes) throw new RefusedPage("too-large");
  return bytes;
}

async function readStart(answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
