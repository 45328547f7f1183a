import { z } from "zod";
import {
  createDocument,
  type oas31,
  type ZodOpenApiMediaTypeObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { errorBodies, errorBody, errorStatuses } from "#app/features/common-replies.schema.ts";
import type { ErrorStatus } from "../error-codes.ts";
import type { Call, CallDeclaration } from "./call.ts";
import { describeLimit, documentSummary, errorDescriptions, overview } from "./descriptions.ts";
import { tagOf, tags } from "./tags.ts";

/** The OpenAPI document, from the schemas with which the endpoints validate. The same calls give the same document. */
export function apiDocument(calls: readonly Call[], version: string): oas31.OpenAPIObject {
  const paths: ZodOpenApiPathsObject = {};
  const ordered = calls.toSorted((a, b) => compare(a.pattern, b.pattern));
  for (const call of ordered) {
    const path = call.pattern.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) };
  }
  const used = new Set(ordered.map(({ pattern }) => tagOf(pattern)));
  const known = tags.filter(({ name }) => used.has(name));
  const others = [...used].filter((name) => !known.some((group) => group.name === name));
  // Not part of the call: the library's type lacks OpenAPI 3.1's `summary`.
  const info = { title: "Mugen API", version, summary: documentSummary, description: overview };
  return createDocument(
    {
      openapi: "3.1.1",
      info,
      servers: [{ url: "/" }],
      tags: [
        ...known.map(({ name, description }) => ({ name, description })),
        ...others.map((name) => ({ name })),
      ],
      paths,
      components: {
        responses: {
          ...Object.fromEntries(errorStatuses.map((status) => [nameOf(status), errorComponent(status)])),
          Error: { description: "そのほかのエラーです。", content: json(errorBody) },
        },
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
          admin: {
            type: "apiKey",
            in: "cookie",
            name: "__Host-mugen_admin",
            description:
              "管理画面にログインしたブラウザが持つCookieです。会員のCookieとは別のもので、手元のhttpのサーバーでは`mugen_admin`という名前です。",
          },
        },
      },
    },
    { override: simplifySchema },
  );
}

function simplifySchema({ zodSchema, jsonSchema }: ZodOpenApiOverrideContext): void {
  if (zodSchema._zod.def.type === "date") jsonSchema.format = "date-time";
  // They say nothing: every JavaScript integer has these bounds, and the format implies the pattern.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format) delete jsonSchema.pattern;
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const json = (schema: ZodOpenApiMediaTypeObject["schema"]) => ({ "application/json": { schema } });

const nameOf = (status: ErrorStatus) => `Error${status}`;

const headerOf: Partial<Record<ErrorStatus, string>> = {
  405: "Allow",
  429: "Retry-After",
  503: "Retry-After",
};

function errorComponent(status: ErrorStatus): ZodOpenApiResponseObject {
  const header = headerOf[status];
  return {
    description: errorDescriptions[status],
    ...(header ? { headers: { [header]: { $ref: `#/components/headers/${header}` } } } : {}),
    content: json(errorBodies.get(status)),
  };
}

const securityOf: Record<CallDeclaration["who"], Record<string, string[]>[]> = {
  anyone: [{}, { session: [] }],
  accounts: [{ session: [] }],
  members: [{ session: [] }],
  admin: [{ admin: [] }],
  "members-or-admin": [{ session: [] }, { admin: [] }],
};

function operationOf({ method, pattern, declared }: Call): ZodOpenApiOperationObject {
  const { who, summary, limit, params, query } = declared;
  const body = requestBody(declared);
  const description = [declared.description, limit && `${describeLimit(limit)}です。`]
    .filter(Boolean)
    .join("\n\n");
  return {
    operationId: operationIdOf(method, pattern),
    tags: [tagOf(pattern)],
    summary,
    ...(description ? { description } : {}),
    security: securityOf[who],
    ...(params || query
      ? { requestParams: { ...(params ? { path: params } : {}), ...(query ? { query } : {}) } }
      : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...successResponses(declared),
      ...Object.fromEntries(
        errorStatusesOf(method, declared).map((status) => [
          status,
          { $ref: `#/components/responses/${nameOf(status)}` },
        ]),
      ),
      default: { $ref: "#/components/responses/Error" },
    },
    "x-who": who,
    ...(limit ? { "x-limit": { per: limit.per, most: limit.max, everyS: limit.windowS } } : {}),
  };
}

/** `getTracksById`: method and path are unique together. */
function operationIdOf(method: string, pattern: string): string {
  const parts = pattern
    .replace(/^\/api\//, "")
    .replace(/:(\w+)/g, (_, name: string) => `by-${name}`)
    .split(/[^A-Za-z0-9]+/);
  return method.toLowerCase() + parts.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function requestBody({ body, upload }: CallDeclaration): ZodOpenApiOperationObject["requestBody"] {
  if (upload) {
    const properties = Object.fromEntries(
      Object.entries(upload.fields).map(([name, description]) => [
        name,
        { type: "string" as const, format: "binary", description },
      ]),
    );
    const schema = { type: "object" as const, properties, required: Object.keys(properties) };
    return { required: true, content: { [upload.type]: { schema } } };
  }
  if (!body) return undefined;
  return { required: !body.safeParse({}).success, content: json(body) };
}

function successResponses(declared: CallDeclaration): Record<string, ZodOpenApiResponseObject> {
  const { reply, produces, redirectsTo, successStatus = 200, otherStatuses = {} } = declared;
  const content = reply
    ? json(reply)
    : produces && {
        [produces]: { schema: produces === "application/json" ? {} : { type: "string" as const } },
      };
  const headers = isPaged(declared) ? { Link: { $ref: "#/components/headers/Link" } } : undefined;
  const found: Record<string, ZodOpenApiResponseObject> = redirectsTo
    ? { 302: { description: `移動します: ${redirectsTo}`, ...location } }
    : {
        [successStatus]: {
          description: reply?.description ?? "うまくいったときの答えです。",
          ...(headers ? { headers } : {}),
          ...(content ? { content } : {}),
        },
      };
  for (const [status, description] of Object.entries(otherStatuses)) {
    const hasContent = ["201", "202", "206"].includes(status);
    found[status] = {
      description,
      ...(status === "303" ? location : {}),
      ...(hasContent && content ? { content } : {}),
    };
  }
  return found;
}

const location = { headers: { Location: { description: "移動先", schema: { type: "string" as const } } } };

function isPaged({ query }: CallDeclaration): boolean {
  return query instanceof z.ZodObject && "limit" in query.shape && "cursor" in query.shape;
}

function errorStatusesOf(method: string, declared: CallDeclaration): ErrorStatus[] {
  const { who, params, query, body, upload, limit } = declared;
  const found = new Set<ErrorStatus>([500, 503, ...(declared.errorStatuses ?? [])]);
  if (query || body || upload) found.add(400);
  if (body || upload) found.add(413).add(415);
  if (who !== "anyone") found.add(401);
  // Operators have roles.
  if (who === "members" || who === "members-or-admin" || who === "admin" || method !== "GET") found.add(403);
  if (params) found.add(404);
  if (limit) found.add(429);
  return [...found].toSorted((a, b) => a - b);
}
