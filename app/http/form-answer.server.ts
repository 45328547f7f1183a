import { data, type RouterContextProvider } from "react-router";
import { DomainError } from "#app/features/domain-error.ts";
import { errorAnswer } from "./error-response.ts";
import { requestContext } from "./request-context.ts";

/** What a screen's form gets back when it could not be done: the messages, and all that was typed. */
export interface RefusedForm {
  status: number;
  code: string;
  /** For people, in Japanese. */
  error: string;
  fields: Record<string, string[]>;
  /** As it was sent; the form is filled with it again. */
  values: Record<string, string>;
}

/** A form post as text fields; of fields with several values the last counts, files are left out. */
export async function readFields(request: Request): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [name, value] of await request.formData()) {
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
    const { status, headers, body } = errorAnswer(error, options.context.get(requestContext).requestId);
    const refused: RefusedForm = {
      status,
      code: body.code,
      error: body.error,
      fields: body.fields ?? {},
      values: options.values,
    };
    return data(refused, { status, headers });
  }
}
