import { promisify } from "node:util";
import zlib from "node:zlib";
import { negotiateEncoding } from "./negotiate-encoding.ts";

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Smaller bodies fit one packet either way. */
const minBytes = 1024;
const compressible =
  /^(text\/(html|x-script|vtt|plain|xml)|application\/(json|xml|manifest\+json|rss\+xml)|image\/svg\+xml)/;

/**
 * Compresses text bodies with Brotli or gzip, whichever the client accepts. Bodies are read whole; audio and event streams
 * pass unchanged.
 */
export async function compressResponse(request: Request, response: Response): Promise<Response> {
  if (!response.body || request.method === "HEAD" || response.headers.has("Content-Encoding"))
    return response;
  if (!compressible.test(response.headers.get("Content-Type") ?? "")) return response;
  response.headers.append("Vary", "Accept-Encoding");
  const encoding = negotiateEncoding(request.headers.get("Accept-Encoding") ?? "");
  if (!encoding) return response;
  const whole = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  const { status, statusText } = response;
  if (whole.byteLength < minBytes) return new Response(whole, { status, statusText, headers });
  const packed =
    encoding === "br"
      ? await brotli(whole, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await gzip(whole, { level: 6 });
  headers.set("Content-Encoding", encoding);
  headers.set("Content-Length", String(packed.byteLength));
  return new Response(new Uint8Array(packed), { status, statusText, headers });
}
