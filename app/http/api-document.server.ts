import { createHash } from "node:crypto";
import { programVersion } from "#app/config/version.ts";
import { apiDocument } from "#app/features/api-docs/api-document.ts";
import type { ApiDocument } from "#app/features/api-docs/document.ts";
import { listCalls } from "./list-calls.server.ts";

interface Written {
  document: ApiDocument;
  text: string;
  /** A strong validator of the text. */
  etag: string;
}

/** By the routes it is about: in development they are new after a change. */
const written = new WeakMap<object, Written>();

/** The document of the API as this server answers it, made when it is first asked for. */
export async function currentApiDocument(): Promise<Written> {
  // When it is asked for: the build's routes import the one that asks.
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
