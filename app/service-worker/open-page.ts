import noConnection from "./no-connection.html?raw";
import { findOfflinePage, isOfflinePath, offlineStart } from "./shell.ts";

/** How long a page may take before people are told that there is no connection, in ms. */
const patienceMs = 8000;

/**
 * Pages come from the network, always: none that was made for somebody is ever kept. Without an answer the app's start
 * leads to the offline page, and any other address to a few words that come with the worker.
 */
export async function openPage(event: FetchEvent, url: URL): Promise<Response> {
  if (url.pathname === appStart) return startApp(event, url);
  const answer = await askNetwork(event, url);
  if (answer) return answer;
  if (isOfflinePath(url)) return (await findOfflinePage()) ?? sayNoConnection();
  if (url.pathname === "/" && (await findOfflinePage())) return Response.redirect(offlineStart());
  return sayNoConnection();
}

/** The manifest's `start_url`. The server leads on in the same way, which takes as long as its answer. */
const appStart = "/pwa/";

function startApp(event: FetchEvent, url: URL): Response {
  // The browser has asked for it already, and reports who does not wait for that.
  event.waitUntil(Promise.resolve(event.preloadResponse).catch(() => undefined));
  return Response.redirect(new URL("/?pwa=1", url).href);
}

/** Null when no answer came. */
async function askNetwork(event: FetchEvent, url: URL): Promise<Response | null> {
  const answered = fetchPage(event);
  return isPatient(event.request, url) ? answered : Promise.race([answered, giveUp()]);
}

async function fetchPage(event: FetchEvent): Promise<Response | null> {
  try {
    const preloaded: unknown = await event.preloadResponse;
    const response = preloaded instanceof Response ? preloaded : await fetch(event.request);
    return isOfProxy(response) ? null : response;
  } catch {
    return null;
  }
}

/** The page that a proxy shows while the program behind it restarts: every answer of the program names its request. */
const isOfProxy = ({ status, headers }: Response) =>
  [502, 503, 504].includes(status) && !headers.has("X-Request-Id");

const giveUp = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));

/** Whoever loads a page anew means to wait for it, and a sign-in under way is not to be cut off. */
const isPatient = (request: Request, url: URL) =>
  request.cache !== "default" || url.pathname.startsWith("/api/") || url.pathname.startsWith("/auth/");

function sayNoConnection(): Response {
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
