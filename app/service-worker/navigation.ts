import { offlineAudioPath } from "#app/features/offline/offline.ts";
import { offlinePath } from "#app/features/site/offline-path.ts";
import noConnection from "./no-connection.html?raw";
import { findOfflinePage, isOfflinePath, offlineStart } from "./shell.ts";

/** How long a page may take before the worker answers that there is no connection, in ms. */
const timeoutMs = 8000;

/**
 * Answers a navigation. Pages always come from the network and are never cached, because they hold personal data.
 * Without a response, home (the app starts there) and the list of downloads redirect to the offline page, and any other URL gets the built-in
 * "no connection" page.
 */
export async function respondToNavigation(event: FetchEvent, url: URL): Promise<Response> {
  if (url.pathname === startUrl) return redirectToHome(event, url);
  const response = await fetchOrTimeOut(event, url);
  if (response) return response;
  if (isOfflinePath(url)) return (await findOfflinePage()) ?? noConnectionPage();
  // The list of downloads is on the offline page too.
  if (url.pathname === offlineAudioPath && (await findOfflinePage()))
    return Response.redirect(new URL(offlinePath, url).href);
  if (url.pathname === "/" && (await findOfflinePage())) return Response.redirect(offlineStart());
  return noConnectionPage();
}

/** The manifest's `start_url`. The server redirects in the same way; doing it here saves a round trip. */
const startUrl = "/pwa/";

function redirectToHome(event: FetchEvent, url: URL): Response {
  // The browser has started the preload, and logs a warning unless something waits for it.
  event.waitUntil(Promise.resolve(event.preloadResponse).catch(() => undefined));
  return Response.redirect(new URL("/?pwa=1", url).href);
}

/** Null without a response in time. */
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

/** An error page of a proxy while the server restarts: all responses of the server itself have `X-Request-Id`. */
const isProxyError = ({ status, headers }: Response) =>
  [502, 503, 504].includes(status) && !headers.has("X-Request-Id");

const timeOut = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), timeoutMs));

/** No time limit for a reload, where people expect to wait, and for `/api` and sign-in, which must not be interrupted. */
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
