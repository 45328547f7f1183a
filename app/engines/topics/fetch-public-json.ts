import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isPublicUrl, lookupPublic } from "#app/engines/public-address.ts";

const maxBodyBytes = 256 * 1024;

interface JsonAnswer {
  status: number;
  json: unknown;
}

/**
 * JSON of another site: public addresses only (judged after resolving), no redirects, at most 256 KB of uncompressed
 * `application/json`. Rejects otherwise, and with the signal's reason.
 *
 * @param o.isTrusted the operator's address: any, also without TLS
 */
export async function fetchPublicJson(
  url: URL,
  o: { signal: AbortSignal; isTrusted: boolean },
): Promise<JsonAnswer> {
  if (!o.isTrusted && !isPublicUrl(url)) throw new Error(`${url.origin} is not allowed`);
  o.signal.throwIfAborted();
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, {
      // Kept connections skip the look-up.
      agent: false,
      signal: o.signal,
      headers: { Accept: "application/json", "Accept-Encoding": "identity", "User-Agent": "Mugen" },
      ...(o.isTrusted ? {} : { lookup: lookupPublic }),
    });
    sent.once("response", resolve);
    sent.on("error", (error) => reject(o.signal.aborted ? o.signal.reason : error));
    sent.end();
  });
  try {
    const status = response.statusCode ?? 0;
    return { status, json: status === 200 ? JSON.parse(await readBody(response)) : null };
  } catch (error) {
    throw o.signal.aborted ? o.signal.reason : error;
  } finally {
    response.destroy();
  }
}

async function readBody(response: IncomingMessage): Promise<string> {
  const type = response.headers["content-type"] ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new Error(`unexpected content type ${type}`);
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw new Error(`unexpected content encoding ${encoding}`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > maxBodyBytes) throw new Error(`the answer has more than ${maxBodyBytes} bytes`);
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString("utf8");
}
