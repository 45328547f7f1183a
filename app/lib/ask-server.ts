/** What came of a call; never thrown. */
export interface Answer {
  ok: boolean;
  /** HTTP status; 0 when no answer came. */
  status: number;
  body: unknown;
}

/** Makes a JSON call of this site. No network and no JSON are answers too: `ok` is false, `body` null. */
export async function askServer(
  method: "GET" | "PUT" | "PATCH" | "DELETE",
  path: string,
  options: { json?: unknown; signal?: AbortSignal } = {},
): Promise<Answer> {
  const { json, signal } = options;
  try {
    const response = await fetch(path, {
      method,
      signal: signal ?? null,
      ...(json === undefined
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(json) }),
    });
    return { ok: response.ok, status: response.status, body: await response.json() };
  } catch {
    return { ok: false, status: 0, body: null };
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

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
