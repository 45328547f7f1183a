import { get, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import zlib from "node:zlib";

interface PageWeight {
  /** Brotli bytes of everything loaded before the page is usable. */
  html: number;
  javascript: number;
  css: number;
  total: number;
  files: { url: string; bytes: number }[];
}

/**
 * Weighs `/` of the loopback `port`: HTML, and the scripts and styles it names (`modulepreload`, `stylesheet`, `src`, inline
 * modules). Uncompressed ones count as compressed Mugen's way: files at quality 11, the page at 5.
 */
export async function weighPage(port: number): Promise<PageWeight> {
  const page = await fetchBrotli({ port, path: "/", quality: 5 });
  const html = page.text;
  const urls = new Set<string>();
  for (const [tag] of html.matchAll(/<(?:link|script)\b[^>]*>/g)) {
    const url = /\b(?:href|src)="([^"]+)"/.exec(tag)?.[1];
    if (url && (/^<script/.test(tag) || /\brel="(?:modulepreload|stylesheet)"/.test(tag))) urls.add(url);
  }
  for (const [, script = ""] of html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)) {
    for (const [, url] of script.matchAll(/["'](\/[^"']+\.js)["']/g)) if (url) urls.add(url);
  }
  const files = await Promise.all(
    [...urls].map(async (url) => ({
      url,
      bytes: (await fetchBrotli({ port, path: url, quality: 11 })).bytes,
    })),
  );
  const sum = (ending: string) =>
    files.filter(({ url }) => url.endsWith(ending)).reduce((total, { bytes }) => total + bytes, 0);
  const [javascript, css] = [sum(".js"), sum(".css")];
  if (javascript === 0) throw new Error("no script was found in the page");
  return { html: page.bytes, javascript, css, total: page.bytes + javascript + css, files };
}

async function fetchBrotli(o: {
  port: number;
  path: string;
  quality: number;
}): Promise<{ bytes: number; text: string }> {
  const { body, headers } = await new Promise<{ body: Buffer; headers: IncomingHttpHeaders }>(
    (resolve, reject) => {
      const options = {
        host: "127.0.0.1",
        port: o.port,
        path: o.path,
        headers: { "Accept-Encoding": "br" },
        agent: false,
      };
      get(options, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${o.path} answered ${response.statusCode}`));
        buffer(response).then((body) => resolve({ body, headers: response.headers }), reject);
      }).on("error", reject);
    },
  );
  if (headers["content-encoding"] === "br") {
    return { bytes: body.length, text: zlib.brotliDecompressSync(body).toString() };
  }
  const packed = zlib.brotliCompressSync(body, {
    params: { [zlib.constants.BROTLI_PARAM_QUALITY]: o.quality },
  });
  return { bytes: Math.min(packed.length, body.length), text: body.toString() };
}
