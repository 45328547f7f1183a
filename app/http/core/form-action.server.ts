import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider, redirect } from "react-router";
import type { z } from "zod";
import { gatePathOf } from "#app/features/access/access.ts";
import { requireAccount, requireMember, type Viewer } from "#app/features/accounts/viewer.ts";
import type { AdminSession } from "#app/features/admin/session/admin-session.ts";
import { requireAdmin } from "#app/features/admin/session/require-admin.ts";
import { AccountNotApproved, DomainError } from "#app/features/domain-error.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { sanitizeStrings } from "#app/features/validate.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { adminSignInNeeded, requireFreshPassword } from "../auth/admin-guard.server.ts";
import { setFlash } from "../cookies/flash-cookie.ts";
import { consumeRateLimit, type RateLimit } from "../limits/rate-limit.server.ts";
import { errorResponse, HttpError } from "./error-response.ts";
import { type RequestContext, requestContext } from "./request-context.ts";
import { screen } from "./screen.server.ts";

/**
 * Who may send a form: an approved member, anyone with an account, visitors too, or the admin; and the viewer that `run`
 * gets.
 */
interface ViewerByWho {
  member: Viewer;
  account: Viewer;
  anyone: Viewer | null;
  admin: AdminSession;
}

const authorizers: { [Who in keyof ViewerByWho]: (context: RequestContext) => Promise<ViewerByWho[Who]> } = {
  member: async ({ viewer }) => requireMember(await viewer()),
  account: async ({ viewer }) => requireAccount(await viewer()),
  anyone: ({ viewer }) => viewer(),
  admin: async ({ admin }) => requireAdmin(await admin()),
};

interface ActionArguments {
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
}

interface FormActionOptions<Schema extends z.ZodType, Who extends keyof ViewerByWho, Found, Result> {
  /** Of the fields as they are posted (strings). Its fields stand in the order of the page. */
  schema: Schema;
  who: Who;
  /** Every authorized post counts, whatever its result. */
  limit?: RateLimit;
  /** `run` reads the body itself, within the limits of an upload; the schema then gets no fields. */
  readsBody?: boolean;
  /**
   * Of a form of the admin's that destroys: when the password was typed over 15 minutes ago, the form is refused until it
   * comes right with its field `password`, which `PasswordAgain` draws. The schema does not know the field. A function decides by
   * what was posted.
   */
  needsPassword?: boolean | ((value: z.output<Schema>) => boolean);
  /**
   * Does what the form is for. What it returns or throws, such as a redirect, is the response; a `DomainError`, and
   * what could not be saved for now, become the form again.
   */
  run(
    form: ActionArguments & { value: z.output<Schema>; viewer: ViewerByWho[Who]; found: Found },
  ): Promise<Result>;
}

/** Finds what the form is about, before its fields are validated: what the viewer may not see is 404, whatever was typed. */
type Find<Who extends keyof ViewerByWho, Found> = (
  form: ActionArguments & { viewer: ViewerByWho[Who] },
) => Promise<Found>;

type FormAction<Result> = (form: ActionArguments) => Promise<Result | ReturnType<typeof data<FormResult>>>;

/**
 * Builds a route's action for one form: reads the post, authorizes its sender, consumes the rate limit, finds, validates,
 * runs.
 * Pending and denied accounts that may not send it are redirected to their gate page.
 * A refused form is answered with the page again and a `FormResult` (typed values, messages, the error's status), with and
 * without JavaScript. Other bodies than forms are 415, unreadable ones 400, too large ones 413.
 */
export function formAction<Schema extends z.ZodType, Who extends keyof ViewerByWho, Result>(
  options: FormActionOptions<Schema, Who, undefined, Result> & { find?: undefined },
): FormAction<Result>;
export function formAction<Schema extends z.ZodType, Who extends keyof ViewerByWho, Result, Found>(
  options: FormActionOptions<Schema, Who, Found, Result> & { find: Find<Who, Found> },
): FormAction<Result>;
export function formAction<Schema extends z.ZodType, Who extends keyof ViewerByWho, Result, Found>(
  options: FormActionOptions<Schema, Who, Found | undefined, Result> & {
    find?: Find<Who, Found> | undefined;
  },
): FormAction<Result> {
  const { schema, who, limit, readsBody = false, needsPassword = false, find, run } = options;
  return screen(async ({ request, params, context }: ActionArguments) => {
    const current = context.get(requestContext);
    // Before the body is read. The console shows its login form then.
    if (who === "admin" && !(await current.admin())) throw adminSignInNeeded(401);
    const form = knownFields(readsBody ? new FormData() : await readForm(request));
    const password = form.get("password");
    if (needsPassword) form.delete("password");
    const submission = parseWithZod(form, {
      schema,
      // A schema judges a form's strings as it judges those of a JSON call.
      disableAutoCoercion: true,
    });
    const refuse = (refused: FormResult) => {
      current.refused = true;
      // Typed again, not sent back.
      if (refused.result.initialValue) delete refused.result.initialValue.password;
      return data(refused, { status: refused.status });
    };
    try {
      const viewer = await authorizers[who](current);
      if (limit) {
        const session = who === "admin" ? null : await current.viewer();
        await consumeRateLimit(limit, { viewer: session, address: current.address });
      }
      const found = await find?.({ request, params, context, viewer });
      if (submission.status !== "success")
        return refuse({ result: submission.reply(), status: 400, code: "invalid" });
      const destroys = typeof needsPassword === "function" ? needsPassword(submission.value) : needsPassword;
      if (destroys) await requireFreshPassword(current, password);
      return await run({ request, params, context, value: submission.value, viewer, found });
    } catch (error) {
      if (error instanceof AccountNotApproved) throw redirect(gatePathOf(error) ?? "/", 303);
      const { status, headers, body } = errorResponse(error, current.requestId);
      if (!(error instanceof DomainError) && status !== 503) throw error;
      for (const [name, value] of Object.entries(headers)) current.setHeader(name, value);
      const { _: formErrors, ...fieldErrors } = body.fields ?? { _: [body.error] };
      const { initialValue = null, fields = [] } = submission.reply();
      const result = {
        status: "error" as const,
        initialValue,
        fields,
        error: { ...(formErrors && { "": formErrors }), ...fieldErrors },
      };
      return refuse({ result, status, code: body.code });
    }
  });
}

/**
 * The response to an accepted form that a dialog may hold: a redirect to `path` with a flash message, or null for a script:
 * the form's component shows the message and leads on.
 */
export function acceptForm(
  context: Readonly<RouterContextProvider>,
  { flash, path }: { flash: FlashKey; path: string },
): Response | null {
  if (!context.get(requestContext).isDocument) return null;
  setFlash(context, flash);
  return redirect(path, 303);
}

/** `list[0].name`, of a length and with indices that can't exhaust the stack or the memory. */
const fieldName = /^(?!__|constructor)[\w-]{1,50}(?:\.[a-zA-Z][\w-]{0,50}|\[\d{0,2}\]){0,4}$/;

/** Rows that one form can select. */
const maxSelected = 100;

/**
 * The fields that a form may have, fit for both databases; of several with one name the last counts, except `ids`, the
 * selected rows of a table, and `password`, of whose several fields one is filled in. Others, Conform's reserved ones among
 * them, are dropped.
 */
function knownFields(form: FormData): FormData {
  const fields = new FormData();
  for (const [name, value] of form) {
    if (!fieldName.test(name)) continue;
    if (name === "ids" && typeof value === "string") {
      if (fields.getAll(name).length < maxSelected) fields.append(name, String(sanitizeStrings(value)));
    } else if (name === "password" && value === "") {
      if (!fields.has(name)) fields.set(name, value);
    } else if (typeof value === "string") fields.set(name, String(sanitizeStrings(value)));
    else fields.set(name, value);
  }
  return fields;
}

/** A form post. Throws `HttpError` 415 for another kind of body and 400 for one that can't be read. */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new HttpError(415, "unsupported_media_type", "フォームから送信してください");
  }
  try {
    return await request.formData();
  } catch (error) {
    // The body limit has an error of its own.
    if (error instanceof HttpError || request.signal.aborted) throw error;
    throw new HttpError(400, "invalid", "リクエストを読み取れませんでした");
  }
}

/**
 * A form post as text fields; of fields with several values the last counts, files are left out. Throws `HttpError`
 * 415 for another kind of body and 400 for one that can't be read. For posts that `formAction` does not fit, because no
 * page shows their form again: endpoints without a page, and the like button, whose page redirects members.
 */
export async function readFormFields(request: Request): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [name, value] of await readForm(request)) {
    if (typeof value === "string") fields[name] = value;
  }
  return fields;
}
