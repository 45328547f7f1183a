import { createHash } from "node:crypto";
import type { oas31 } from "zod-openapi";
import { programVersion } from "#app/config/version.ts";
import { apiDocument } from "#app/features/api-docs/api-document.ts";
import type { Call, Method } from "#app/features/api-docs/call.ts";
import { type CallTable, servedCalls } from "./call-table.server.ts";

interface SerializedDocument {
  document: oas31.OpenAPIObject;
  text: string;
  etag: string;
}

/** Keyed by the calls: a change replaces them in development. */
const written = new WeakMap<readonly CallTable[], SerializedDocument>();

/** The OpenAPI document of the served calls, made at the first request. */
export function currentApiDocument(): SerializedDocument {
  const tables = servedCalls();
  const known = written.get(tables);
  if (known) return known;
  const document = apiDocument(listCalls(tables), programVersion());
  const text = JSON.stringify(document, null, 2);
  const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
  const made = { document, text, etag };
  written.set(tables, made);
  return made;
}

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function listCalls(tables: readonly CallTable[]): Call[] {
  return tables.flatMap((table) =>
    Object.entries(table)
      .filter(([pattern]) => pattern.startsWith("/api/"))
      .flatMap(([pattern, operations]) =>
        methods.flatMap((method) => {
          const declared = operations[method]?.declared;
          return declared ? [{ method, pattern, declared }] : [];
        }),
      ),
  );
}
