import { LRUCache } from "lru-cache";
import { databaseVersion } from "#db/client.ts";
import { BufferedResponse } from "../compression/buffered-response.ts";
import { encodingFor } from "../compression/compress-response.ts";
import type { Encoding } from "../compression/negotiate-encoding.ts";
import {
  type Gap,
  type PrecompressedTemplate,
  precompressTemplate,
} from "../compression/precompressed-template.ts";
import { announcementFor } from "../cookies/announcement-cookie.ts";
import { readColorScheme } from "../cookies/color-scheme-cookie.ts";
import { readConsent } from "../cookies/consent-cookie.ts";
import { cookieName, isSecure } from "../cookies/cookie.ts";
import { isDataRequest } from "../framework/single-fetch.ts";
import type { RequestContext } from "./request-context.ts";

/** Prevents stale ages ("3 minutes ago"): how long a page is shared. */
const maxAgeMs = 2000;
const maxBytes = 32 * 1024 * 1024;
/** In characters; nobody passes on longer links. */
const maxQueryLength = 200;

/** Reached by shared links; their loaders only read. */
const sharedPages = [/^\/$/, /^\/search$/, /^\/(?:(?:users\/)?(?!embed\/)[^/]+\/)?track\/\d+$/];
/** Part of a page's key. A request with any other of our cookies gets its own page. */
const keyCookies = ["mugen_theme", "mugen_consent", "mugen_notice"];

interface PageTemplate {
  headers: [string, string][];
  html: Buffer;
  gaps: (Gap & { filling: keyof OwnParts })[];
  /** Made when the next visitor takes the encoding; null if impossible. */
  packed: Map<Encoding, Promise<PrecompressedTemplate | null>>;
}

/** All nonces have one length, all request ids another. */
type OwnParts = Pick<RequestContext, "nonce" | "requestId">;

interface CachedPage {
  version: string;
  expiresAt: number;
  page: Promise<PageTemplate | null>;
}

const pages = new LRUCache<string, CachedPage>({ max: 1000, maxSize: maxBytes });

interface Rendering {
  request: Request;
  url: URL;
  own: OwnParts;
  render(): Promise<Response>;
  /** Whether it is the same for every visitor: it read no flash message and set no unusual headers. */
  isShared(): boolean;
}

/**
 * Shares a page among visitors without a session. Rendered again after two seconds or any change of the database, so that
 * hidden and deleted things go at once. Visitors who come meanwhile wait for the one rendering. Nonce and request id are each
 * response's own. Renders all other requests.
 */
export async function anonymousPageCache(rendering: Rendering): Promise<Response> {
  const { request, url, render } = rendering;
  const key = pageKey(request, url);
  const version = key && (await databaseVersion());
  if (!key || !version) return render();
  const cached = pages.get(key);
  if (cached && cached.version === version && cached.expiresAt > Date.now()) {
    const page = await cached.page;
    return page ? fillTemplate(page, rendering) : render();
  }
  const { promise, resolve } = Promise.withResolvers<PageTemplate | null>();
  const entry: CachedPage = { version, expiresAt: Date.now() + maxAgeMs, page: promise };
  pages.set(key, entry, { size: 1 });
  let page: PageTemplate | null = null;
  try {
    const response = await render();
    if (response.status !== 200 || !rendering.isShared() || !(response instanceof BufferedResponse))
      return response;
    const { headers, buffer } = response;
    const html = Buffer.from(buffer);
    page = { headers: [...headers], html, gaps: findGaps(html, rendering.own), packed: new Map() };
    return response;
  } finally {
    resolve(page);
    if (pages.get(key) === entry) {
      if (page) pages.set(key, entry, { size: page.html.byteLength });
      else pages.delete(key);
    }
  }
}

/** Null for a request that needs its own rendering. */
function pageKey(request: Request, url: URL): string | null {
  if (request.method !== "GET" || isDataRequest(request)) return null;
  if (!sharedPages.some((page) => page.test(url.pathname)) || url.search.length > maxQueryLength) return null;
  const names = keyCookies.map((name) => cookieName(name, isSecure(url)));
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const name = pair.trim().split("=", 1)[0] ?? "";
    if (/^(__Host-)?mugen_/.test(name) && !names.includes(name)) return null;
  }
  const scheme = readColorScheme(request, url);
  const { consent } = readConsent(request, url);
  return [url.href, scheme, consent, announcementFor(request, url)?.id].join(" ");
}

function findGaps(html: Buffer, own: OwnParts): PageTemplate["gaps"] {
  const gaps: PageTemplate["gaps"] = [];
  for (const filling of ["nonce", "requestId"] as const) {
    const text = own[filling];
    for (let at = html.indexOf(text); at !== -1; at = html.indexOf(text, at + text.length))
      gaps.push({ at, length: text.length, filling });
  }
  return gaps.sort((one, other) => one.at - other.at);
}

async function fillTemplate(page: PageTemplate, { request, own }: Rendering): Promise<Response> {
  const { html, gaps, packed } = page;
  const fillings = gaps.map(({ filling }) => Buffer.from(own[filling], "latin1"));
  const encoding = encodingFor(request);
  if (encoding) {
    const packing = packed.get(encoding) ?? precompressTemplate(html, gaps, encoding);
    packed.set(encoding, packing);
    const fill = await packing;
    const headers = new Headers(page.headers);
    headers.set("Content-Encoding", encoding);
    headers.append("Vary", "Accept-Encoding");
    if (fill) return new BufferedResponse(fill(fillings), { headers });
  }
  const bytes = Buffer.from(html);
  for (const [index, { at }] of gaps.entries()) fillings[index]?.copy(bytes, at);
  return new BufferedResponse(bytes, { headers: page.headers });
}
