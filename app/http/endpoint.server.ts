import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { requireAccount, requireMember, type Viewer } from "#app/features/accounts/viewer.ts";
import type { Declared, Method, Success, Words } from "#app/features/api-docs/call.ts";
import { checked } from "#app/features/checked.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { storable } from "#app/features/storable.ts";
import { logger } from "#app/logger.server.ts";
import { errorAnswer, HttpError, isOurFault } from "./error-response.ts";
import { plainPage } from "./plain-page.ts";
import { countAgainst, type RateLimit } from "./rate-limit.ts";
import { type RequestContext, requestContext } from "./request-context.ts";

interface Call<Params, Query, Body, Who> {
  request: Request;
  context: RequestContext;
  url: URL;
  params: Params;
  query: Query;
  body: Body;
  viewer: Who;
}

/** What a call is and does. Its words and schemas are the API's document too (`features/api-docs/`). */
type Declaration<Params, Query, Body, Who, Reply extends z.ZodType> = Words &
  Success<Reply> & {
    /** How often it may be called; a call that is let in counts, whatever comes of it. */
    limit?: RateLimit;
    params?: z.ZodType<Params>;
    query?: z.ZodType<Query>;
    body?: z.ZodType<Body>;
    /** A plain value is answered as JSON; a Response is passed on. */
    answer(call: Call<Params, Query, Body, Who>): Promise<z.input<Reply> | Response>;
  };

/** One method of an endpoint, its schemas checked and its callers let in or not. */
export interface Operation {
  readonly declared: Declared;
  run(request: Request, context: Readonly<RouterContextProvider>, params: unknown): Promise<unknown>;
}

/** Declares a call that an approved member makes. */
export function forMembers<
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Reply extends z.ZodType = never,
>(declaration: Declaration<Params, Query, Body, Viewer, Reply>): Operation {
  return operation(declaration, "members", requireMember);
}

/** Declares a call that everybody with an account may make, approved or not: about their own data. */
export function forAccounts<
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Reply extends z.ZodType = never,
>(declaration: Declaration<Params, Query, Body, Viewer, Reply>): Operation {
  return operation(declaration, "accounts", requireAccount);
}

/** Declares a call that anyone may make; `viewer` is null for a visitor. */
export function forAnyone<
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Reply extends z.ZodType = never,
>(declaration: Declaration<Params, Query, Body, Viewer | null, Reply>): Operation {
  return operation(declaration, "anyone", (viewer) => viewer);
}

/** Declares a call that answers everybody alike: nobody is looked up, and what it answers may be kept for all. */
export function forEverybody<
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Reply extends z.ZodType = never,
>(declaration: Declaration<Params, Query, Body, null, Reply>): Operation {
  return operation(declaration, "anyone", () => null, false);
}

function operation<Params, Query, Body, Who, Reply extends z.ZodType>(
  declaration: Declaration<Params, Query, Body, Who, Reply>,
  who: Declared["who"],
  admit: (viewer: Viewer | null) => Who,
  looksUp = true,
): Operation {
  const { answer: _, ...said } = declaration;
  return {
    declared: { ...said, who },
    async run(request, provider, rawParams) {
      const context = provider.get(requestContext);
      const { url, viewer: findViewer } = context;
      const someone = looksUp ? await findViewer() : null;
      const viewer = admit(someone);
      if (declaration.limit) countAgainst(declaration.limit, { viewer: someone, address: context.address });
      const params = namedBy(declaration.params ?? z.any(), rawParams);
      const query = checked(declaration.query ?? z.any(), Object.fromEntries(url.searchParams));
      const body = checked(
        declaration.body ?? z.any(),
        declaration.body ? await readJson(request) : undefined,
      );
      return declaration.answer({ request, context, url, params, query, body, viewer });
    },
  };
}

/**
 * Builds the loader and action of a resource route from one operation a method: other methods get 405 with
 * `Allow`, errors the answers of the one table, and every JSON answer `Cache-Control: no-store`.
 */
export function endpoint(operations: Operations) {
  const allow = [...Object.keys(operations), ...(operations.GET ? ["HEAD"] : [])].join(", ");
  const handle = async ({ request, params, context }: HandlerArguments): Promise<Response> => {
    const { requestId } = context.get(requestContext);
    try {
      const method = request.method === "HEAD" ? "GET" : request.method;
      const chosen = Object.entries(operations).find(([name]) => name === method)?.[1];
      if (!chosen) throw new HttpError(405, "method_not_allowed", "この操作はできません", { Allow: allow });
      const result = await chosen.run(request, context, params);
      if (result instanceof Response) return result;
      return Response.json(result ?? null, { headers: { "Cache-Control": "no-store" } });
    } catch (error) {
      if (error instanceof Response) return error;
      const answer = errorAnswer(error, requestId);
      // What breaks because the caller has gone is nobody's fault.
      if (isOurFault(answer) && !request.signal.aborted)
        logger.error({ requestId, err: error }, "call failed");
      const { status } = answer;
      const headers = { "Cache-Control": "no-store", ...answer.headers };
      if (status === 429 && request.headers.get("Accept")?.includes("text/html")) {
        // Links and plain forms lead here too: people get words.
        const page = plainPage({ title: "しばらくお待ちください", text: answer.body.error });
        return new Response(page, {
          status,
          headers: { ...headers, "Content-Type": "text/html; charset=utf-8" },
        });
      }
      return Response.json(answer.body, { status, headers });
    }
  };
  operationsByHandler.set(handle, operations);
  return { loader: handle, action: handle };
}

type Operations = Partial<Record<Method, Operation>>;

const operationsByHandler = new WeakMap<object, Operations>();

/** The operations of a route by its loader; none for one that is no endpoint's. */
export function operationsOf(loader: unknown): Operations {
  return (typeof loader === "function" && operationsByHandler.get(loader)) || {};
}

interface HandlerArguments {
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
}

/** A path that can't name anything names nothing: 404, not 400. */
function namedBy<T>(schema: z.ZodType<T>, params: unknown): T {
  const result = schema.safeParse(storable(params));
  if (!result.success) throw new NotFound();
  return result.data;
}

async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get("Content-Type") ?? "";
  const text = await request.text();
  if (text === "") return {};
  if (!/^application\/json\b/i.test(type)) {
    throw new HttpError(415, "unsupported_media_type", "JSON形式で送信してください");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, "invalid", "リクエストを読み取れませんでした");
  }
}
