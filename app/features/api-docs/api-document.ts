import { errorBodies, errorBody, errorStatuses } from "../error-body.schema.ts";
import type { ErrorStatus } from "../error-codes.ts";
import type { Call, Declared } from "./call.ts";
import type { ApiDocument, ApiOperation, ApiParameter, ApiResponse } from "./document.ts";
import { groupOf, groups } from "./groups.ts";
import { type JsonSchema, newSchemaBook, type SchemaBook } from "./schema-book.ts";
import { errorWords, limitWords, overview } from "./words.ts";

/**
 * The OpenAPI document of these calls: paths, parameters, bodies and answers as the endpoints themselves declare and
 * check them. The same calls give the same text.
 */
export function apiDocument(calls: readonly Call[], version: string): ApiDocument {
  const book = newSchemaBook();
  const paths: ApiDocument["paths"] = {};
  const ordered = calls.toSorted((a, b) => compare(a.pattern, b.pattern));
  for (const call of ordered) {
    const path = call.pattern.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, book) };
  }
  const responses = Object.fromEntries(
    errorStatuses.map((status) => [nameOf(status), refusal(status, book)]),
  );
  responses.Error = { description: "そのほかのエラーです。", content: json(book.add(errorBody, "output")) };
  const used = new Set(ordered.map(({ pattern }) => groupOf(pattern)));
  const known = groups.filter(({ name }) => used.has(name));
  const others = [...used].filter((name) => !known.some((group) => group.name === name));
  return {
    openapi: "3.1.1",
    info: {
      title: "Mugen API",
      version,
      summary: "二人の声で聴く短い音声、Mugenの呼び出しの一覧です。",
      description: overview,
    },
    servers: [{ url: "/" }],
    tags: [
      ...known.map(({ name, description }) => ({ name, description })),
      ...others.map((name) => ({ name })),
    ],
    paths,
    components: {
      schemas: Object.fromEntries([...book.named].toSorted(([a], [b]) => compare(a, b))),
      responses,
      headers: {
        Link: {
          description: '続きがあるときだけ、次のページのアドレスを`<…>; rel="next"`の形で返します。',
          schema: { type: "string" },
        },
        "Retry-After": { description: "また使えるようになるまでの秒数", schema: { type: "integer" } },
        Allow: { description: "使えるメソッド", schema: { type: "string" } },
      },
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-mugen_session",
          description:
            "ログインしたブラウザが持つCookieです。手元のhttpのサーバーでは`mugen_session`という名前です。",
        },
      },
    },
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const json = (schema: JsonSchema) => ({ "application/json": { schema } });

const nameOf = (status: ErrorStatus) => `Error${status}`;

const headerOf: Partial<Record<ErrorStatus, string>> = { 405: "Allow", 429: "Retry-After" };

function refusal(status: ErrorStatus, book: SchemaBook): ApiResponse {
  const header = headerOf[status];
  const body = errorBodies.get(status);
  return {
    description: errorWords[status],
    ...(header ? { headers: { [header]: { $ref: `#/components/headers/${header}` } } } : {}),
    ...(body ? { content: json(book.add(body, "output")) } : {}),
  };
}

function operationOf({ method, pattern, declared }: Call, book: SchemaBook): ApiOperation {
  const { who, summary, limit } = declared;
  const query = fieldsOf(declared.query && book.add(declared.query, "input"), "query");
  const parameters = [...pathParameters(pattern, declared, book), ...query];
  const body = requestBody(declared, book);
  const description = [declared.description, limit && `${limitWords(limit)}です。`]
    .filter(Boolean)
    .join("\n\n");
  return {
    operationId: operationIdOf(method, pattern),
    tags: [groupOf(pattern)],
    summary,
    ...(description ? { description } : {}),
    security: who === "anyone" ? [{}, { session: [] }] : [{ session: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...successes(declared, book),
      ...Object.fromEntries(
        refusalsOf(method, declared).map((status) => [
          status,
          { $ref: `#/components/responses/${nameOf(status)}` },
        ]),
      ),
      default: { $ref: "#/components/responses/Error" },
    },
    "x-who": who,
    ...(limit ? { "x-limit": { per: limit.per, most: limit.most, everyS: limit.everyS } } : {}),
  };
}

/** `getTracksById`, by method and path, and so unique as they are. */
function operationIdOf(method: string, pattern: string): string {
  const words = pattern
    .replace(/^\/api\//, "")
    .replace(/:(\w+)/g, (_, name: string) => `by-${name}`)
    .split(/[^A-Za-z0-9]+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function pathParameters(pattern: string, declared: Declared, book: SchemaBook): ApiParameter[] {
  const known = fieldsOf(declared.params && book.add(declared.params, "input"), "path");
  return [...pattern.matchAll(/:(\w+)/g)].map(
    ([, name = ""]) =>
      known.find((parameter) => parameter.name === name) ?? {
        name,
        in: "path",
        required: true,
        schema: { type: "string" },
      },
  );
}

function fieldsOf(schema: JsonSchema | undefined, place: ApiParameter["in"]): ApiParameter[] {
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => {
    const { description, ...rest } = typeof field === "object" ? field : {};
    return {
      name,
      in: place,
      required: place === "path" || (schema?.required ?? []).includes(name),
      ...(description ? { description } : {}),
      schema: rest,
    };
  });
}

function requestBody({ body, takes }: Declared, book: SchemaBook): ApiOperation["requestBody"] {
  if (takes) {
    const properties = Object.fromEntries(
      Object.entries(takes.fields).map(([name, description]) => [
        name,
        { type: "string" as const, format: "binary", description },
      ]),
    );
    const schema = { type: "object" as const, properties, required: Object.keys(properties) };
    return { required: true, content: { [takes.type]: { schema } } };
  }
  if (!body) return undefined;
  const schema = book.add(body, "input");
  // A call whose fields may all be left out may be sent without a body.
  return { required: !body.safeParse({}).success, content: json(schema) };
}

function successes(declared: Declared, book: SchemaBook): Record<string, ApiResponse> {
  const { reply, produces, leads, further = {} } = declared;
  const content = reply
    ? json(book.add(reply, "output"))
    : produces && {
        [produces]: { schema: produces === "application/json" ? {} : { type: "string" as const } },
      };
  const headers = isPaged(declared, book) ? { Link: { $ref: "#/components/headers/Link" } } : undefined;
  const found: Record<string, ApiResponse> = leads
    ? { 302: { description: `移動します: ${leads}`, ...location } }
    : {
        200: {
          description: reply?.description ?? "うまくいったときの答えです。",
          ...(headers ? { headers } : {}),
          ...(content ? { content } : {}),
        },
      };
  for (const [status, description] of Object.entries(further)) {
    const hasContent = status === "201" || status === "206";
    found[status] = {
      description,
      ...(status === "303" ? location : {}),
      ...(hasContent && content ? { content } : {}),
    };
  }
  return found;
}

const location = { headers: { Location: { description: "移動先", schema: { type: "string" as const } } } };

/** Lists that go on have both (`http/page.ts`). */
function isPaged({ query }: Declared, book: SchemaBook): boolean {
  const asked = query ? book.add(query, "input").properties : undefined;
  return asked !== undefined && "limit" in asked && "cursor" in asked;
}

/** The statuses with which a call may be refused, in their order. */
function refusalsOf(method: string, declared: Declared): ErrorStatus[] {
  const { who, params, query, body, takes, limit, refuses = [] } = declared;
  const found = new Set<ErrorStatus>([500, ...refuses]);
  if (query || body || takes) found.add(400);
  if (body || takes) found.add(413).add(415);
  if (who !== "anyone") found.add(401);
  if (who === "members" || method !== "GET") found.add(403);
  if (params) found.add(404);
  if (limit) found.add(429);
  return [...found].toSorted((a, b) => a - b);
}
