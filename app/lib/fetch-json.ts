export interface JsonResult {
  ok: boolean;
  status: number;
  body: unknown;
  headers: Headers;
}

interface JsonRequest {
  json?: unknown;
  form?: Record<string, string>;
  signal?: AbortSignal;
  keepalive?: boolean;
}

/** Calls this site's JSON API. Never throws: without network or JSON `ok` is false and `body` null. */
export async function fetchJson(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  { json, form, signal, keepalive = false }: JsonRequest = {},
): Promise<JsonResult> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (json !== undefined) headers["Content-Type"] = "application/json";
  const sent = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json);
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: sent ?? null,
      signal: signal ?? null,
      keepalive,
    });
    const { status } = response;
    try {
      return { ok: response.ok, status, body: await response.json(), headers: response.headers };
    } catch {
      return { ok: false, status, body: null, headers: response.headers };
    }
  } catch {
    return { ok: false, status: 0, body: null, headers: new Headers() };
  }
}

/** An error reply's message ("" without one) and messages by field. */
export function readError(body: unknown): { error: string; fields: Record<string, string[]> } {
  const { error, fields } = asRecord(body);
  const messages = Object.entries(asRecord(fields)).map(([name, list]) => [
    name,
    Array.isArray(list) ? list.filter((one) => typeof one === "string") : [],
  ]);
  return { error: typeof error === "string" ? error : "", fields: Object.fromEntries(messages) };
}

/** The properties of an unknown value; none unless it is an object. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
