import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import {
  requireAccount,
  requireMember,
  requireSubscriber,
  type Viewer,
} from "#app/features/accounts/viewer.ts";
import { type AdminSession, requireOperator } from "#app/features/admin/session/admin-session.ts";
import { refuseDuringMaintenance } from "#app/features/announcements/server/site-state.server.ts";
import type { CallDeclaration, CallDescription, Method, Success } from "#app/features/api-docs/call.ts";
import { isPermitted } from "#app/features/audit/operator-roles.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { sanitizeStrings, validate } from "#app/features/validate.ts";
import { logger } from "#app/logger.server.ts";
import { cacheByDataVersion } from "#db/cache-by-data-version.ts";
import { BufferedResponse, jsonResponse } from "../compression/buffered-response.ts";
import { consumeRateLimit, type RateLimit } from "../limits/rate-limit.server.ts";
import { errorResponse, HttpError, isServerError } from "./error-response.ts";
import { plainPage } from "./plain-page.ts";
import { readJson } from "./read-body.server.ts";
import { type RequestContext, requestContext } from "./request-context.ts";

type Call<Params, Query, Body, Caller> = {
  request: Request;
  context: RequestContext;
  url: URL;
  params: Params;
  query: Query;
  body: Body;
} & Caller;

/** A call. Its descriptions and schemas also make the OpenAPI document (`features/api-docs/`). */
type Declaration<Params, Query, Body, Caller, Reply extends z.ZodType> = CallDescription &
  Success<Reply> & {
    /** How often it may be called. Every authorized call counts, failed ones too. */
    limit?: RateLimit;
    /** Visitors share one answer per address until the database changes. Only for answers that depend on nothing else. */
    isSharedByVisitors?: true;
    params?: z.ZodType<Params, Record<string, unknown>>;
    query?: z.ZodType<Query, Record<string, unknown>>;
    body?: z.ZodType<Body>;
    /** Largest body in bytes, where that is more than `usualBodySize`. */
    maxBytes?: number;
    /** A plain value becomes JSON; a `Response` is passed on. */
    handle(call: Call<Params, Query, Body, Caller>): Promise<z.input<Reply> | Response>;
  };

/** One method of an endpoint: authorizes the caller, consumes the rate limit, validates and runs. */
export interface Operation {
  readonly declared: CallDeclaration;
  /** `address` is that of the table of calls, such as `/api/tracks/:id`. */
  run(
    request: Request,
    context: Readonly<RouterContextProvider>,
    params: unknown,
    address: string,
  ): Promise<Response>;
}

interface ByMember {
  viewer: Viewer;
}
interface ByAnyone {
  viewer: Viewer | null;
}
interface ByAdmin {
  admin: AdminSession;
}
/** An approved member, the admin, or both in one browser: one of the two is not null. */
type ByMemberOrAdmin = { viewer: Viewer; admin: AdminSession | null } | { viewer: null; admin: AdminSession };

/** A function that declares calls of one kind of caller. `authorize` returns the caller or throws, and looks up no session where it needs none; `act` is method and address. */
const declarer =
  <Caller extends object>(
    who: CallDeclaration["who"],
    authorize: (context: RequestContext, act: string) => Promise<Caller>,
  ) =>
  <Params = undefined, Query = undefined, Body = undefined, Reply extends z.ZodType = never>(
    declaration: Declaration<Params, Query, Body, Caller, Reply>,
  ): Operation =>
    operation(declaration, who, authorize);

/** Declares a call that an approved member makes. */
export const forMembers = declarer<ByMember>("members", async ({ viewer }) => ({
  viewer: requireMember(await viewer()),
}));

/** Declares a call about a subscription that goes on: of an approved member, or a suspended one. */
export const forSubscribers = declarer<ByMember>("members", async ({ viewer }) => ({
  viewer: requireSubscriber(await viewer()),
}));

/** Declares a call that everybody with an account may make, approved or not: about their own data. */
export const forAccounts = declarer<ByMember>("accounts", async ({ viewer }) => ({
  viewer: requireAccount(await viewer()),
}));

/** Declares a call that anyone may make; `viewer` is null for a visitor. */
export const forAnyone = declarer<ByAnyone>("anyone", async ({ viewer }) => ({ viewer: await viewer() }));

/** Declares a call with the same response for everybody: no session is looked up, and shared caches may store it. */
export const forPublic = declarer<{ viewer: null }>("anyone", async () => ({ viewer: null }));

/**
 * Declares a call of the admin's console: 401 for everybody else, before anything of the request is looked at, and 403 for an
 * operator whose role does not have it (`requirePermission`). What needs the
 * password (`requirePassword`) is answered 403 (`reauthentication_required`) when it was typed over 15 minutes ago, by a login
 * or in a form of the console; such a call says so with `adminPasswordDescription`.
 */
export const forAdmin = declarer<ByAdmin>("admin", async ({ admin }, act) => ({
  admin: requireOperator(await admin(), act),
}));

/** Declares a call that an approved member makes about their own things, and the admin about anybody's. */
export const forMembersOrAdmin = declarer<ByMemberOrAdmin>(
  "members-or-admin",
  async ({ viewer: findViewer, admin: findAdmin }, act) => {
    const found = await findAdmin();
    const viewer = await findViewer();
    const isMember = viewer?.state === "approved";
    // An operator who is a member too does with their own things what every member does.
    const admin = found && (!isMember || isPermitted(found, act)) ? requireOperator(found, act) : null;
    if (!admin) return { viewer: requireMember(viewer), admin };
    return isMember ? { viewer, admin } : { viewer: null, admin };
  },
);

/** What calls that send a file answer besides 200 (`respondWithFoundFile`). */
export const fileStatuses = {
  206: "ファイルの一部です。",
  304: "ファイルは変わっていません。",
  412: "ファイルは変わっています。",
  416: "`Range`がファイルの外を指しています。",
};

/** Building a schema costs more than using it, so each is built once. */
const anything = z.any();

const asResponse = (result: unknown): Response =>
  result instanceof Response
    ? result
    : jsonResponse(result ?? null, { headers: { "Cache-Control": "no-store" } });

/** Calls that a maintenance leaves open: what is heard, the way out, and the way into the console. */
const duringMaintenance: ReadonlySet<string> = new Set([
  "POST /api/tracks/:id/increment-play-count",
  "POST /api/tracks/:id/increment-impression-count",
  "POST /api/listening-history",
  "PUT /api/user/playback",
  "POST /api/auth/logout",
  "POST /api/admin/login",
]);

function operation<Params, Query, Body, Caller extends object, Reply extends z.ZodType>(
  declaration: Declaration<Params, Query, Body, Caller, Reply>,
  who: CallDeclaration["who"],
  authorize: (context: RequestContext, act: string) => Promise<Caller>,
): Operation {
  const { handle: _, ...documented } = declaration;
  return {
    declared: { ...documented, who },
    async run(request, provider, rawParams, address) {
      const context = provider.get(requestContext);
      const { url } = context;
      const method = request.method === "HEAD" ? "GET" : request.method;
      const act = `${method} ${address}`;
      if (method !== "GET" && who !== "admin" && address !== "" && !duringMaintenance.has(act))
        refuseDuringMaintenance();
      const caller = await authorize(context, act);
      if (declaration.limit) {
        const viewer = "viewer" in caller ? await context.viewer() : null;
        await consumeRateLimit(declaration.limit, { viewer, address: context.address });
      }
      const answer = async () => {
        const params = validateParams(declaration.params ?? anything, rawParams);
        const query = validate(declaration.query ?? anything, Object.fromEntries(url.searchParams));
        const body = validate(
          declaration.body ?? anything,
          declaration.body ? await readJson(request, declaration.maxBytes) : undefined,
        );
        return asResponse(
          await declaration.handle({ request, context, url, params, query, body, ...caller }),
        );
      };
      const isVisitor = "viewer" in caller && caller.viewer === null;
      return declaration.isSharedByVisitors && isVisitor ? shareAnswer(url, answer) : answer();
    },
  };
}

/**
 * Builds the loader and action of a resource route of its own from one operation per method; see `answerCall`. Calls below
 * `/api` stand in tables (`call-table.server.ts`).
 */
export function endpoint(operations: Operations) {
  const handle = (call: CallArguments) => answerCall(operations, call);
  return { loader: handle, action: handle };
}

/**
 * Answers a call by the operation of its method. Other methods get 405 with `Allow`, errors the responses of the error table,
 * and every JSON response `Cache-Control: no-store`.
 */
export async function answerCall(
  operations: Operations,
  { request, params, context, address = "" }: CallArguments,
): Promise<Response> {
  const { requestId } = context.get(requestContext);
  try {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const chosen = Object.entries(operations).find(([name]) => name === method)?.[1];
    if (!chosen) {
      const allow = [...Object.keys(operations), ...(operations.GET ? ["HEAD"] : [])].join(", ");
      throw new HttpError(405, "method_not_allowed", "この操作はできません", { Allow: allow });
    }
    return await chosen.run(request, context, params, address);
  } catch (error) {
    if (error instanceof Response) return error;
    const answer = errorResponse(error, requestId);
    // Not logged as a fault of the server: the client has disconnected.
    if (isServerError(answer.status) && !request.signal.aborted)
      logger.error({ requestId, err: error }, "call failed");
    const { status } = answer;
    const headers = { "Cache-Control": "no-store", ...answer.headers };
    if (status === 429 && request.headers.get("Accept")?.includes("text/html")) {
      // Links and plain forms reach this too: people get a page.
      const page = plainPage({ title: "しばらくお待ちください", text: answer.body.error });
      return new Response(page, {
        status,
        headers: { ...headers, "Content-Type": "text/html; charset=utf-8" },
      });
    }
    return jsonResponse(answer.body, { status, headers });
  }
}

export type Operations = Readonly<Partial<Record<Method, Operation>>>;

interface CallArguments {
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
  /** Of the table of calls; empty for a route of its own. */
  address?: string;
}

/** Invalid path parameters are 404, not 400: nothing exists at such an address. */
function validateParams<T>(schema: z.ZodType<T>, params: unknown): T {
  const result = schema.safeParse(sanitizeStrings(params));
  if (!result.success) throw new NotFound();
  return result.data;
}

const answers = cacheByDataVersion<Response>(
  200,
  (response) => response instanceof BufferedResponse && response.status === 200,
);

/** Prevents stale lists: time alone can list a track (`isListedFor`), so an answer is shared for at most this long (ms). */
const maxAgeMs = 60_000;

/**
 * The answer of a call that depends on its address and the database alone: the one that was given before, packed once for each
 * encoding, unless the database has changed since or a minute has begun. What `answer` throws is thrown.
 */
export async function shareAnswer(url: URL, answer: () => Promise<Response>): Promise<Response> {
  const shared = await answers(`${url.href} ${Math.floor(Date.now() / maxAgeMs)}`, answer);
  return shared instanceof BufferedResponse ? shared.clone() : shared;
}
