import { data, type RouterContextProvider } from "react-router";
import { DomainError } from "#app/features/domain-error.ts";
import type { RefusedForm } from "#app/features/refused-form.ts";
import { errorAnswer, HttpError } from "./error-response.ts";
import { requestContext } from "./request-context.ts";

/**
 * A form post as text fields; of fields with several values the last counts, files are left out. Throws `HttpError`
 * 415 for another kind of body and 400 for one that can't be read.
 */
export async function readFields(request: Request): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [name, value] of await readForm(request)) {
    if (typeof value === "string") fields[name] = value;
  }
  return fields;
}

/** A form post. Throws `HttpError` 415 for another kind of body and 400 for one that can't be read. */
async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new HttpError(415, "unsupported_media_type", "フォームから送信してください");
  }
  try {
    return await request.formData();
  } catch (error) {
    // The body limit has an answer of its own.
    if (error instanceof HttpError || request.signal.aborted) throw error;
    throw new HttpError(400, "invalid", "リクエストを読み取れませんでした");
  }
}

/**
 * Answers a form post of a screen: what `work` returns or, for an error in the words of the domain, the page again
 * with that error's status and `RefusedForm`. Faults of ours are thrown on.
 */
export async function answerForm<Result>(options: {
  context: Readonly<RouterContextProvider>;
  values: Record<string, string>;
  work(): Promise<Result>;
}) {
  try {
    return await options.work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const request = options.context.get(requestContext);
    request.refused = true;
    const { status, headers, body } = errorAnswer(error, request.requestId);
    const refused: RefusedForm = {
      status,
      code: body.code,
      error: body.error,
      fields: body.fields ?? {},
      values: options.values,
    };
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    return data(refused, { status });
  }
}
