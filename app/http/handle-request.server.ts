import { randomBytes, randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { environment, expectsLoopbackHost, localSignInAllowed } from "#app/config/environment.ts";
import { configuredAnalytics } from "#app/features/analytics/configured-analytics.server.ts";
import { logger } from "#app/logger.server.ts";
import { limitBody } from "./body-limit.ts";
import { clientAddress } from "./client-address.ts";
import { compressResponse } from "./compress-response.ts";
import { readConsent } from "./consent-cookie.ts";
import { isSecure } from "./cookies.ts";
import { errorAnswer, HttpError, isOurFault } from "./error-response.ts";
import { flashCookie, readFlash } from "./flash.ts";
import { isCrossSiteWrite, isForeignHost, isForwarded } from "./origin-check.ts";
import { type RequestContext, requestContext } from "./request-context.ts";
import { securityHeaders } from "./security-headers.ts";
import { readSession } from "./session.server.ts";
import { withoutSecrets } from "./without-secrets.ts";

type RouteRequest = (request: Request, context: RouterContextProvider) => Promise<Response>;

/**
 * Wraps the router with what every request needs, whatever route answers it: request id, log line, origin
 * check, body limit, session look-up, security headers and compression.
 */
export function createRequestHandler(route: RouteRequest) {
  const { NODE_ENV, TRUST_PROXY, CLIENT_ADDRESS_HEADER } = environment();
  const proxyHeader = TRUST_PROXY === "on" ? CLIENT_ADDRESS_HEADER : null;
  const local = localSignInAllowed(environment());
  const onLoopback = expectsLoopbackHost(environment());

  return async (original: Request, client: { address: string }): Promise<Response> => {
    const started = performance.now();
    const url = pageUrl(original);
    const cookies: string[] = [];
    const ownHeaders = new Headers();
    const { headers } = original;
    const address = clientAddress({ headers, socketAddress: client.address, proxyHeader });
    const context = newRequestContext({ request: original, url, ownHeaders, cookies, address });
    const { requestId, nonce } = context;
    let response: Response;
    try {
      if ((onLoopback && isForeignHost(url)) || (local && isForwarded((name) => headers.has(name)))) {
        throw new HttpError(
          421,
          "misdirected",
          "このアドレスでは利用できません。http://localhost で開いてください。",
        );
      }
      if (isCrossSiteWrite(original, url)) {
        throw new HttpError(403, "cross_site", "別のサイトからの送信は受け付けられません");
      }
      const provider = new RouterContextProvider();
      provider.set(requestContext, context);
      response = await route(limitBody(original, url.pathname), provider);
    } catch (error) {
      const answer = errorAnswer(error, requestId);
      if (isOurFault(answer) && !original.signal.aborted)
        logger.error({ requestId, err: error }, "request failed");
      response = Response.json(answer.body, { status: answer.status, headers: answer.headers });
    }
    response = await compressResponse(original, withMutableHeaders(response));
    const secure = isSecure(url);
    const development = NODE_ENV === "development";
    const reportsTo = analyticsOrigin(original, url);
    const { mayBeFramed } = context;
    for (const [name, value] of securityHeaders({ nonce, secure, development, reportsTo, mayBeFramed })) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    // What says nothing of it (page data, redirects) may be one viewer's.
    if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
    response.headers.set("X-Request-Id", requestId);
    for (const [name, value] of ownHeaders) response.headers.set(name, value);
    if (context.hasTakenFlash() && !isRedirect(response.status)) cookies.push(flashCookie("", url));
    for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
    logger.info(
      {
        requestId,
        method: original.method,
        path: withoutSecrets(url.pathname),
        status: response.status,
        ms: Math.round(performance.now() - started),
      },
      "request",
    );
    return response;
  };
}

/** 202 is what the router's script is redirected with. */
const isRedirect = (status: number) => status === 202 || (status >= 300 && status < 400);

function newRequestContext(of: {
  request: Request;
  url: URL;
  ownHeaders: Headers;
  cookies: string[];
  address: string;
}): RequestContext & { hasTakenFlash(): boolean } {
  const { request, url, ownHeaders, cookies, address } = of;
  let session: ReturnType<typeof readSession> | undefined;
  let flashTaken = false;
  return {
    requestId: randomUUID(),
    nonce: randomBytes(16).toString("base64"),
    url,
    address,
    viewer() {
      session ??= readSession(request, url);
      return session;
    },
    setHeader: (name, value) => ownHeaders.set(name, value),
    setCookie: (header) => cookies.push(header),
    isDocument: !new URL(request.url).pathname.endsWith(".data"),
    refused: false,
    mayBeFramed: false,
    takeFlash() {
      const flash = readFlash(request, url);
      flashTaken ||= flash !== null;
      return flash;
    },
    hasTakenFlash: () => flashTaken,
  };
}

/**
 * Where the page of this answer may send page views. The script itself runs by the page's nonce. Undecided pages are
 * included: a consent on them loads it at once, without another answer.
 */
function analyticsOrigin(request: Request, url: URL): string | null {
  const analytics = configuredAnalytics(url.hostname);
  if (!analytics || readConsent(request, url).consent === "essential") return null;
  return new URL(analytics.scriptUrl).origin;
}

/** The URL as people see it: without the router's `.data` suffix and `_routes`. */
function pageUrl(request: Request): URL {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/\/_\.data$/, "/").replace(/\.data$/, "");
  url.searchParams.delete("_routes");
  return url;
}

function withMutableHeaders(response: Response): Response {
  try {
    response.headers.delete("X-Powered-By");
    return response;
  } catch {
    return new Response(response.body, response);
  }
}
