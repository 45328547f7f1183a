import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import {
  requireAccount,
  requireMember,
  requireSubscriber,
  type Viewer,
} from "#app/features/accounts/viewer.ts";
import { missingText } from "#app/features/address.schema.ts";
import { type AdminSession, requireOperator } from "#app/features/admin/session/admin-session.ts";
import { refuseDuringMaintenance } from "#app/features/announcements/server/site-state.server.ts";
import type { CallDeclaration, CallDescription, Method, Success } from "#app/features/api-docs/call.ts";
import { isPermitted } from "#app/features/audit/operator-roles.ts";
import { doneReply } from "#app/features/common-replies.schema.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { sanitizeStrings, validate } from "#app/features/validate.ts";
import { escapeXml } from "#app/lib/escape-xml.ts";
import { logger } from "#app/logger.server.ts";
import { cacheByDataVersion } from "#db/cache-by-data-version.ts";
import { BufferedResponse, jsonResponse } from "../compression/buffered-response.ts";
import { consumeRateLimit, type RateLimit } from "../limits/rate-limit.server.ts";
import { errorResponse, HttpError, isServerError } from "./error-response.ts";
import { gonePageText, plainPage } from "./plain-page.ts";
import { readJson } from "./read-body.server.ts";
import { type RequestContext, requestContext } from "./request-context.ts";
import { isPlainForm } from "./send-again-page.ts";

type Call<Params, Query, Body, Caller> = {
  request: Request;
  context: RequestContext;
  url: URL;
  params: Params;
  query: Query;
  body: Body;
} & Caller;

interface Input<Params, Query, Body> extends CallDescription {
  /** Every authorized call counts, failed ones too. */
  limit?: RateLimit;
  /** Visitors share one answer per address until the database changes. Only if it depends on nothing else. */
  isSharedByVisitors?: true;
  params?: z.ZodType<Params, Record<string, unknown>>;
  query?: z.ZodType<Query, Record<string, unknown>>;
  body?: z.ZodType<Body>;
  /** If more than `usualBodySize`. */
  maxBytes?: number;
}

/** A call; its descriptions and schemas also make the OpenAPI document. */
type Declaration<Params, Query, Body, Caller, Reply extends z.ZodType> = Input<Params, Query, Body> &
  Success<Reply> & { handle(call: Call<Params, Query, Body, Caller>): Promise<z.input<Reply> | Response> };

/** A call that answers only that it is done (`doneReply`). */
interface DoneDeclaration<Params, Query, Body, Caller> extends Input<Params, Query, Body> {
  does(call: Call<Params, Query, Body, Caller>): Promise<unknown>;
}

/** One method: authorizes, consumes the rate limit, validates and runs. */
export interface Operation {
  readonly declared: CallDeclaration;
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
/** Member, admin, or both in one browser; never neither. */
type ByMemberOrAdmin = { viewer: Viewer; admin: AdminSession | null } | { viewer: null; admin: AdminSession };

/** Declares calls of one kind of caller. `authorize` returns the caller or throws; `act` is method and address. */
const declarer =
  <Caller extends object>(
    who: CallDeclaration["who"],
    authorize: (context: RequestContext, act: string) => Promise<Caller>,
  ) =>
  <Params = undefined, Query = undefined, Body = undefined, Reply extends z.ZodType = never>(
    declaration:
      | Declaration<Params, Query, Body, Caller, Reply>
      | DoneDeclaration<Params, Query, Body, Caller>,
  ): Operation => {
    if (!("does" in declaration)) return operation(declaration, who, authorize);
    const { does, ...input } = declaration;
    const handle = async (call: Call<Params, Query, Body, Caller>) => {
      await does(call);
      return { success: true };
    };
    return operation({ ...input, reply: doneReply, handle }, who, authorize);
  };

/** Declares calls for approved members. */
export const forMembers = declarer<ByMember>("members", async ({ viewer }) => ({
  viewer: requireMember(await viewer()),
}));

/** Declares calls about subscriptions that continue: for approved and suspended members. */
export const forSubscribers = declarer<ByMember>("members", async ({ viewer }) => ({
  viewer: requireSubscriber(await viewer()),
}));

/** Declares calls for everybody with an account, approved or not, about their own data. */
export const forAccounts = declarer<ByMember>("accounts", async ({ viewer }) => ({
  viewer: requireAccount(await viewer()),
}));

/** `viewer` is null for a visitor. */
export const forAnyone = declarer<ByAnyone>("anyone", async ({ viewer }) => ({ viewer: await viewer() }));

/** The same response for everybody: no session look-up, and shared caches may store it. */
export const forPublic = declarer<{ viewer: null }>("anyone", async () => ({ viewer: null }));

/**
 * For operators: 401 for others before the request is read, 403 if the role lacks the permission (`requirePermission`), 403
 * (`reauthentication_required`) if `requirePassword` needs a password typed within 15 minutes; such calls say so by
 * `adminPasswordDescription`.
 */
export const forAdmin = declarer<ByAdmin>("admin", async ({ admin }, act) => ({
  admin: requireOperator(await admin(), act),
}));

/** For approved members about their own things, and operators about anybody's. */
export const forMembersOrAdmin = declarer<ByMemberOrAdmin>(
  "members-or-admin",
  async ({ viewer: findViewer, admin: findAdmin }, act) => {
    const found = await findAdmin();
    const viewer = await findViewer();
    const isMember = viewer?.state === "approved";
    // An operator who is also a member may do what members do with their own things.
    const admin = found && (!isMember || isPermitted(found, act)) ? requireOperator(found, act) : null;
    if (!admin) return { viewer: requireMember(viewer), admin };
    return isMember ? { viewer, admin } : { viewer: null, admin };
  },
);

/** Statuses besides 200 of calls that send a file (`respondWithFoundFile`). */
export const fileStatuses = {
  206: "ファイルの一部です。",
  304: "ファイルは変わっていません。",
  412: "ファイルは変わっています。",
  416: "`Range`がファイルの外を指しています。",
};

/** Building a schema costs more than using it. */
const anything = z.any();

const asResponse = (result: unknown): Response =>
  result instanceof Response
    ? result
    : jsonResponse(result ?? null, { headers: { "Cache-Control": "no-store" } });

/** Stay open in maintenance: listening reports, sign-out, and the way into the console. */
const duringMaintenance: ReadonlySet<string> = new Set([
  "POST /api/tracks/:id/increment-play-count",
  "POST /api/tracks/:id/increment-impression-count",
  "POST /api/listening-history",
  "PUT /api/user/playback",
  "POST /api/auth/logout",
  "POST /api/admin/login",
  "POST /api/admin/login/passkey-options",
  "POST /api/admin/login/passkey",
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

/** Loader and action of a resource route outside `/api`; see `answerCall`. Browsers get errors as a page. */
export function endpoint(operations: Operations) {
  const handle = (call: CallArguments) => answerCall(operations, call, { isPage: true });
  return { loader: handle, action: handle };
}

/**
 * Answers by the method's operation. Other methods get 405 with `Allow`, errors the error table's response, JSON always
 * `Cache-Control: no-store`.
 */
export async function answerCall(
  operations: Operations,
  { request, params, context, address = "" }: CallArguments,
  { isPage = false } = {},
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
    // A disconnected client is no fault of the server.
    if (isServerError(answer.status) && !request.signal.aborted)
      logger.error({ requestId, err: error }, "call failed");
    const { status } = answer;
    const headers = { "Cache-Control": "no-store", ...answer.headers };
    const isForm = isPlainForm(request);
    const isShown = (isPage || status === 429) && request.headers.get("Accept")?.includes("text/html");
    // Links and plain forms come here too: people get a page.
    if (isForm || isShown) {
      return new Response(errorPage(status, answer.body.error, isForm), {
        status,
        headers: { ...headers, "Content-Type": "text/html; charset=utf-8" },
      });
    }
    return jsonResponse(answer.body, { status, headers });
  }
}

function errorPage(status: number, message: string, isForm: boolean): string {
  const text = escapeXml(message);
  if (status === 429) return plainPage({ title: "しばらくお待ちください", text });
  if (isForm) return plainPage({ title: "送信できませんでした", text });
  if (status === 404) return plainPage({ title: text, text: gonePageText });
  return plainPage({ title: "表示できませんでした", text });
}

export type Operations = Readonly<Partial<Record<Method, Operation>>>;

interface CallArguments {
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
  address?: string;
}

/** 404, not 400: nothing exists at such an address. */
function validateParams<T>(schema: z.ZodType<T>, params: unknown): T {
  const result = schema.safeParse(sanitizeStrings(params));
  if (!result.success) throw new NotFound(missingText(schema));
  return result.data;
}

const answers = cacheByDataVersion<Response>(
  200,
  (response) => response instanceof BufferedResponse && response.status === 200,
);

/** Prevents stale lists: time alone can list a track (`isListedFor`), so answers are shared no longer. */
const maxAgeMs = 60_000;

/**
 * The stored answer of a call that depends only on its address and the database, compressed once per encoding, until the
 * database changes or a minute begins. Throws what `answer` throws.
 */
export async function shareAnswer(url: URL, answer: () => Promise<Response>): Promise<Response> {
  const shared = await answers(`${url.href} ${Math.floor(Date.now() / maxAgeMs)}`, answer);
  return shared instanceof BufferedResponse ? shared.clone() : shared;
}

export const eventStreamHeaders = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  // Disables response buffering in nginx.
  "X-Accel-Buffering": "no",
};
