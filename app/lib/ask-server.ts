/** What came of a call; never thrown. */
export interface Answer {
  /** Done, and answered with JSON. */
  ok: boolean;
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** Null when it could not be read as JSON. */
  body: unknown;
  headers: Headers;
}

interface Question {
  json?: unknown;
  /** The fields of a form, instead of JSON. */
  form?: Record<string, string>;
  signal?: AbortSignal;
  /** Gets through when the page is left right after the press. */
  keepalive?: boolean;
}

/** Makes a JSON call of this site. No network and no JSON are answers too: `ok` is false, `body` null. */
export async function askServer(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  { json, form, signal, keepalive = false }: Question = {},
): Promise<Answer> {
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

/** The server's words in a refusal: its message, empty when it gave none, and the messages by field. */
export function refusalOf(body: unknown): { error: string; fields: Record<string, string[]> } {
  const { error, fields } = asRecord(body);
  const messages = Object.entries(asRecord(fields)).map(([name, list]) => [
    name,
    Array.isArray(list) ? list.filter((one) => typeof one === "string") : [],
  ]);
  return { error: typeof error === "string" ? error : "", fields: Object.fromEntries(messages) };
}

/** The fields of a body that may be anything; none of what is no object. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
