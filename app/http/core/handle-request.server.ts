import { randomFillSync } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { environment } from "#app/config/environment.ts";
import { configuredAnalytics } from "#app/features/consent/server/analytics.server.ts";
import { logger } from "#app/logger.server.ts";
import { tooLargeText } from "#app/ui/form/too-large-text.ts";
import { readAdminSession } from "../auth/admin-session-cookie.server.ts";
import { readSession } from "../auth/session-cookie.server.ts";
import { jsonResponse } from "../compression/buffered-response.ts";
import { compressResponse } from "../compression/compress-response.ts";
import { readConsent } from "../cookies/consent-cookie.ts";
import { isSecure } from "../cookies/cookie.ts";
import { flashCookie, readFlash } from "../cookies/flash-cookie.ts";
import { withFreshReads } from "../cookies/recent-write-cookie.ts";
import { isDataRequest, isRedirectStatus, pageUrl } from "../framework/single-fetch.ts";
import { limitBody } from "../limits/body-limit.ts";
import { anonymousPageCache } from "./anonymous-page-cache.server.ts";
import { clientAddress } from "./client-address.ts";
import { errorResponse, HttpError, isServerError } from "./error-response.ts";
import { isCrossSiteWrite } from "./origin-check.ts";
import { plainPage } from "./plain-page.ts";
import { usualBodySize } from "./read-body.server.ts";
import { type RequestContext, requestContext } from "./request-context.ts";
import { traceRequest } from "./request-trace.server.ts";
import { logSecurityEvent, type SecurityEvent } from "./security-event.server.ts";
import { isPlainForm, sendAgainPage } from "./send-again-page.ts";

type RouteRequest = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** Wraps all routes: origin check, body limit, request context, error table, compression, headers, cookies, log line. */
export function createRequestHandler(route: RouteRequest) {
  const { TRUST_PROXY, CLIENT_ADDRESS_HEADER } = environment();
  const proxyHeader = TRUST_PROXY === "on" ? CLIENT_ADDRESS_HEADER : null;

  return async (request: Request, client: { address: string }): Promise<Response> => {
    const url = pageUrl(request);
    const trace = traceRequest({ method: request.method, path: url.pathname });
    const { requestId } = trace;
    const { headers } = request;
    const address = clientAddress({ headers, socketAddress: client.address, proxyHeader });
    const { context, pending } = createContext({ request, url, requestId, address });
    const unsent = isPlainForm(request) ? request.clone() : null;
    const isCrossSite = isCrossSiteWrite(request, url);
    let response: Response;
    try {
      if (isCrossSite) {
        logSecurityEvent(trace, "cross_site_refused");
        throw new HttpError(403, "cross_site", "別のサイトからの送信は受け付けられません");
      }
      const provider = new RouterContextProvider();
      provider.set(requestContext, context);
      const answer = () =>
        anonymousPageCache({
          request,
          url,
          own: context,
          render: () => route(limitBody(request, url.pathname), provider),
          isShared: () => isShared(context, pending),
        });
      const setCookie = (cookie: string) => void pending.cookies.push(cookie);
      response = await withFreshReads({ request, url, setCookie }, answer);
    } catch (error) {
      const { status, headers: answered, body } = errorResponse(error, requestId);
      if (isServerError(status) && !request.signal.aborted)
        logger.error({ requestId, err: error }, "request failed");
      const text = isCrossSite ? crossSiteText : status === 413 ? tooLargeText : null;
      response =
        text !== null && /\btext\/html\b/i.test(headers.get("Accept") ?? "")
          ? refusalPage({ title: body.error, text, status })
          : jsonResponse(body, { status, headers: answered });
    }
    if (unsent && response.status === 503 && !context.refused)
      response = await sendAgainPage(response, { form: unsent, size: context.formSize });
    void unsent?.body?.cancel().catch(() => {});
    response = await compressResponse(request, withMutableHeaders(response));
    const { nonce } = pending;
    const { allowFraming, allowPayment } = context;
    trace.setHeaders(response.headers, {
      secure: isSecure(url),
      ...(nonce === undefined
        ? {}
        : {
            nonce,
            analyticsOrigin: analyticsOrigin(request, url),
            allowFraming,
            allowPayment,
            socketOrigin: socketOrigin(url),
          }),
    });
    // Prevents leaks through shared caches: page data and redirects set no header and may be one viewer's.
    if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
    for (const [name, value] of pending.headers) response.headers.set(name, value);
    if (pending.isFlashRead && !isRedirectStatus(response.status)) pending.cookies.push(flashCookie("", url));
    for (const cookie of pending.cookies) response.headers.append("Set-Cookie", cookie);
    const refusal = refusals.get(response.status);
    if (refusal && !isCrossSite) await logRefusal(context, refusal, pending);
    trace.log(response.status);
    return response;
  };
}

const refusals: ReadonlyMap<number, SecurityEvent> = new Map([
  [403, "permission_refused"],
  [429, "limit_reached"],
]);

/** Logs refusals and exceeded limits with the sessions that were looked up. */
async function logRefusal(
  context: RequestContext,
  event: SecurityEvent,
  { session, adminSession }: PendingResponse,
): Promise<void> {
  const viewer = await session?.catch(() => null);
  const admin = await adminSession?.catch(() => null);
  logSecurityEvent(context, event, { userId: viewer?.id, operatorId: admin?.operatorId });
}

const crossSiteText = "このサイトのページを開いて、そこからもう一度お送りください。";

const refusalPage = ({ status, ...content }: { title: string; text: string; status: number }) =>
  new Response(plainPage(content), {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });

/** Whether it sets no cookie or header of its own. */
const isShared = ({ allowFraming, allowPayment }: RequestContext, pending: PendingResponse) =>
  pending.headers.size === 0 &&
  pending.cookies.length === 0 &&
  !(pending.isFlashRead || allowFraming || allowPayment);

const nonceBytes = 16;
/** One system call per response would cost more than all its other headers. */
const entropy = Buffer.alloc(256 * nonceBytes);
let usedEntropy = entropy.length;

function nextNonce(): string {
  if (usedEntropy === entropy.length) {
    randomFillSync(entropy);
    usedEntropy = 0;
  }
  const start = usedEntropy;
  usedEntropy += nonceBytes;
  return entropy.toString("base64", start, usedEntropy);
}

interface PendingResponse {
  headers: Map<string, string>;
  cookies: string[];
  isFlashRead: boolean;
  /** Only pages ask for it. */
  nonce: string | undefined;
  session: ReturnType<typeof readSession> | undefined;
  adminSession: ReturnType<typeof readAdminSession> | undefined;
}

/** Of the console's pages, which watch tasks live; else null. */
function socketOrigin({ pathname, protocol, host }: URL): string | null {
  if (!/^\/admin(\/|$)/i.test(pathname)) return null;
  return `${protocol === "https:" ? "wss" : "ws"}://${host}`;
}

function createContext(options: { request: Request; url: URL; requestId: string; address: string }): {
  context: RequestContext;
  pending: PendingResponse;
} {
  const { request, url, requestId, address } = options;
  const pending: PendingResponse = {
    headers: new Map(),
    cookies: [],
    isFlashRead: false,
    nonce: undefined,
    session: undefined,
    adminSession: undefined,
  };
  const context: RequestContext = {
    requestId,
    get nonce() {
      pending.nonce ??= nextNonce();
      return pending.nonce;
    },
    url,
    address,
    viewer() {
      pending.session ??= readSession(request, url);
      return pending.session;
    },
    admin() {
      pending.adminSession ??= readAdminSession(request, url);
      return pending.adminSession;
    },
    setHeader: (name, value) => pending.headers.set(name, value),
    setCookie: (header) => pending.cookies.push(header),
    isDocument: !isDataRequest(request),
    refused: false,
    formSize: usualBodySize,
    allowFraming: false,
    allowPayment: false,
    readFlash() {
      const flash = readFlash(request, url);
      pending.isFlashRead ||= flash !== null;
      return flash;
    },
  };
  return { context, pending };
}

/**
 * The analytics service that this page may report to, or null. Includes undecided visitors: after consent the open page loads
 * the script without another response.
 */
function analyticsOrigin(request: Request, url: URL): string | null {
  const analytics = configuredAnalytics(url.hostname);
  if (!analytics || readConsent(request, url).consent === "essential") return null;
  return new URL(analytics.scriptUrl).origin;
}

function withMutableHeaders(response: Response): Response {
  try {
    response.headers.delete("X-Powered-By");
    return response;
  } catch {
    return new Response(response.body, response);
  }
}
