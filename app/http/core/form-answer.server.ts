import { data, type RouterContextProvider } from "react-router";
import { DomainError } from "#app/features/domain-error.ts";
import type { RefusedForm } from "#app/features/refused-form.ts";
import { errorResponse } from "./error-response.ts";
import { readForm } from "./form-action.server.ts";
import { requestContext } from "./request-context.ts";

/**
 * A form post as text fields; of fields with several values the last counts, files are left out. Throws `HttpError`
 * 415 for another kind of body and 400 for one that can't be read.
 */
export async function readFormFields(request: Request): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [name, value] of await readForm(request)) {
    if (typeof value === "string") fields[name] = value;
  }
  return fields;
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
    const { status, headers, body } = errorResponse(error, request.requestId);
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
