import { createHash } from "node:crypto";
import type { ServerBuild } from "react-router";
import type { oas31 } from "zod-openapi";
import { programVersion } from "#app/config/version.ts";
import { apiDocument } from "#app/features/api-docs/api-document.ts";
import type { Call, Method } from "#app/features/api-docs/call.ts";
import { operationsOf } from "./endpoint.server.ts";

interface SerializedDocument {
  document: oas31.OpenAPIObject;
  text: string;
  /** Strong ETag of the text. */
  etag: string;
}

/** Keyed by the build's routes: in development a change replaces them. */
const written = new WeakMap<object, SerializedDocument>();

/** The OpenAPI document of the calls that this server answers, made at the first request. */
export async function currentApiDocument(): Promise<SerializedDocument> {
  // Imported here, not at the top: the build's routes import this file.
  const { routes } = await import("virtual:react-router/server-build");
  const known = written.get(routes);
  if (known) return known;
  const document = apiDocument(listCalls(routes), programVersion());
  const text = JSON.stringify(document, null, 2);
  const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
  const made = { document, text, etag };
  written.set(routes, made);
  return made;
}

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The calls below `/api` that the routes of a build answer, without the 404 of unknown ones. */
function listCalls(routes: ServerBuild["routes"]): Call[] {
  return Object.values(routes).flatMap((route) => {
    const pattern = `/${route?.path ?? ""}`;
    if (!route || !pattern.startsWith("/api/")) return [];
    const operations = operationsOf(route.module.loader);
    return methods.flatMap((method) => {
      const declared = operations[method]?.declared;
      return declared ? [{ method, pattern, declared }] : [];
    });
  });
}
