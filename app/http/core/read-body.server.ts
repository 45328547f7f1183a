import { withBodyLimit } from "../limits/body-limit.ts";
import { HttpError } from "./error-response.ts";

export interface BodySize {
  bytes: number;
  fields: number;
}

export const usualBodySize: BodySize = { bytes: 64 * 1024, fields: 200 };

/** For scripts, source texts, dictionaries; a Japanese letter takes nine bytes in a form. */
export const longTextBytes = 256 * 1024;

/** Reads a form post. Throws `HttpError` 415, 413 (too large or too many fields, before parsing) and 400. */
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
 * A form post's text fields; the last of several values counts, no files. Throws as `readForm`. Only for posts whose form no
 * page shows again (`formAction` does that).
 */
export async function readFormFields(request: Request): Promise<Record<string, string>> {
  const fields = new Map<string, string>();
  for (const [name, value] of await readForm(request)) {
    if (typeof value === "string") fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

/** Reads a JSON body, `{}` if empty. Throws `HttpError` 415, 413 and 400. */
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

/** Reads a browser's JSON report, under its content types. Throws as `readJson`, also if it is empty. */
export async function readReport(request: Request): Promise<unknown> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/(?:csp-report|reports\+json|json)\b/i.test(type))
    throw new HttpError(415, "unsupported_media_type", "ブラウザーの報告ではありません");
  const text = (await readBody(request, usualBodySize.bytes)).toString();
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
    // Rethrows the body limit's 413.
    if (error instanceof HttpError || request.signal.aborted) throw error;
    throw new HttpError(400, "invalid", "リクエストを読み取れませんでした");
  }
}

/** An upper bound: each multipart part has one header of this name. */
function countFields(body: Buffer, isEncoded: boolean): number {
  const text = body.toString("latin1");
  return isEncoded ? text.split("&").length : (text.match(/content-disposition/gi)?.length ?? 0);
}
