import { withBodyLimit } from "../limits/body-limit.ts";
import { HttpError } from "./error-response.ts";

export interface BodySize {
  bytes: number;
  /** Fields of a form, each value counted. */
  fields: number;
}

export const usualBodySize: BodySize = { bytes: 64 * 1024, fields: 200 };

/** Of a form or call with a script, a source text or a whole dictionary; a Japanese letter is nine bytes in a form. */
export const longTextBytes = 256 * 1024;

/**
 * A form post. Throws `HttpError` 415 for another kind of body, 413 for one that is too large or has too many fields, before any
 * of them is parsed, and 400 for one that can't be read.
 */
export async function readForm(request: Request, size: Partial<BodySize> = {}): Promise<FormData> {
  const { bytes, fields } = { ...usualBodySize, ...size };
  const type = request.headers.get("Content-Type") ?? "";
  const isEncoded = /^application\/x-www-form-urlencoded\b/i.test(type);
  if (!isEncoded && !/^multipart\/form-data\b/i.test(type)) {
    throw new HttpError(415, "unsupported_media_type", "フォームから送信してください");
  }
  const body = await readBody(request, bytes);
  if (countFields(body, isEncoded) > fields)
    throw new HttpError(413, "too_large", "送信された項目が多すぎます");
  try {
    return await new Response(body, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new HttpError(400, "invalid", "リクエストを読み取れませんでした");
  }
}

/**
 * A form post as text fields; of fields with several values the last counts, files are left out. Throws as `readForm`. For
 * posts that `formAction` does not fit, because no page shows their form again: endpoints without a page, and the like button,
 * whose page redirects members.
 */
export async function readFormFields(request: Request): Promise<Record<string, string>> {
  const fields = new Map<string, string>();
  for (const [name, value] of await readForm(request)) {
    if (typeof value === "string") fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

/** The body of a call: a JSON value, `{}` for none. Throws `HttpError` 415, 413 and 400. */
export async function readJson(request: Request, bytes: number = usualBodySize.bytes): Promise<unknown> {
  const type = request.headers.get("Content-Type") ?? "";
  const text = (await readBody(request, bytes)).toString();
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

async function readBody(request: Request, bytes: number): Promise<Buffer<ArrayBuffer>> {
  try {
    return Buffer.from(await withBodyLimit(request, bytes).arrayBuffer());
  } catch (error) {
    // Rethrow the body limit's 413.
    if (error instanceof HttpError || request.signal.aborted) throw error;
    throw new HttpError(400, "invalid", "リクエストを読み取れませんでした");
  }
}

/** An upper bound of a form's fields: each part of a multipart form has a header of this name. */
function countFields(body: Buffer, isEncoded: boolean): number {
  const text = body.toString("latin1");
  return isEncoded ? text.split("&").length : (text.match(/content-disposition/gi)?.length ?? 0);
}
