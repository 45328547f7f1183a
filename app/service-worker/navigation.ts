import { offlineAudioPath } from "#app/features/offline/offline.ts";
import { offlinePath } from "#app/features/site/offline-path.ts";
import noConnection from "./no-connection.html?raw";
import { findOfflinePage, isOfflinePath, offlineStart } from "./shell.ts";

const timeoutMs = 8000;

/**
 * Pages come from the network, never cached: they hold personal data. Without a response, home and the downloads redirect to
 * the offline page; other URLs get the "no connection" page.
 */
export async function respondToNavigation(event: FetchEvent, url: URL): Promise<Response> {
  if (url.pathname === startUrl) return redirectToHome(event, url);
  const response = await fetchOrTimeOut(event, url);
  if (response) return response;
  if (isOfflinePath(url)) return (await findOfflinePage()) ?? noConnectionPage();
  // The offline page lists them too.
  if (url.pathname === offlineAudioPath && (await findOfflinePage()))
    return Response.redirect(new URL(offlinePath, url).href);
  if (url.pathname === "/" && (await findOfflinePage())) return Response.redirect(offlineStart());
  return noConnectionPage();
}

/** The manifest's `start_url`. The server redirects too; this saves a round trip. */
const startUrl = "/pwa/";

function redirectToHome(event: FetchEvent, url: URL): Response {
  // Prevents a browser warning about the unused preload.
  event.waitUntil(Promise.resolve(event.preloadResponse).catch(() => undefined));
  return Response.redirect(new URL("/?pwa=1", url).href);
}

async function fetchOrTimeOut(event: FetchEvent, url: URL): Promise<Response | null> {
  const response = fetchPage(event);
  return waitsIndefinitely(event.request, url) ? response : Promise.race([response, timeOut()]);
}

async function fetchPage(event: FetchEvent): Promise<Response | null> {
  try {
    const preloaded: unknown = await event.preloadResponse;
    const response = preloaded instanceof Response ? preloaded : await fetch(event.request);
    return isProxyError(response) ? null : response;
  } catch {
    return null;
  }
}

/** A proxy's error page while the server restarts: the server's own have `X-Request-Id`. */
const isProxyError = ({ status, headers }: Response) =>
  [502, 503, 504].includes(status) && !headers.has("X-Request-Id");

const timeOut = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), timeoutMs));

/** For reloads, where people expect to wait, and for `/api` and sign-in, which must not be interrupted. */
const waitsIndefinitely = (request: Request, url: URL) =>
  request.cache !== "default" || url.pathname.startsWith("/api/") || url.pathname.startsWith("/auth/");

function noConnectionPage(): Response {
  const nonce = crypto.randomUUID();
  return new Response(noConnection.replaceAll("{nonce}", nonce), {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
