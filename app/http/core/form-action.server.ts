import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider, redirect } from "react-router";
import { z } from "zod";
import { gatePathOf } from "#app/features/access/access.ts";
import { requireAccount, requireMember, type Viewer } from "#app/features/accounts/viewer.ts";
import {
  type AdminSession,
  adminMessages,
  requireAdmin,
  requireOperator,
} from "#app/features/admin/session/admin-session.ts";
import { refuseDuringMaintenance } from "#app/features/announcements/server/site-state.server.ts";
import { actOf } from "#app/features/audit/operator-roles.ts";
import {
  AccountNotApproved,
  DomainError,
  Invalid,
  ReauthenticationRequired,
} from "#app/features/domain-error.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { adminSignInNeeded, confirmPassword } from "../auth/admin-guard.server.ts";
import { setFlash } from "../cookies/flash-cookie.ts";
import { consumeRateLimit, type RateLimit } from "../limits/rate-limit.server.ts";
import { rateLimits } from "../limits/rate-limits.server.ts";
import { errorResponse, HttpError } from "./error-response.ts";
import { type FormShape, formShapeOf, parseFormFields } from "./form-fields.server.ts";
import { pageLoader } from "./page-loader.server.ts";
import { type BodySize, longTextBytes, readForm, usualBodySize } from "./read-body.server.ts";
import { type RequestContext, requestContext } from "./request-context.ts";

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
  /** Of the matched route, such as `admin/tracks/:trackId`. */
  pattern?: string;
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
}

interface FormActionOptions<Schema extends z.ZodType, Who extends keyof ViewerByWho, Found, Result> {
  /** Of the fields as they are posted (strings). Its fields stand in the order of the page. */
  schema: Schema;
  who: Who;
  /** Every authorized post counts, whatever its result. Without one `postForm` holds, but for the admin. */
  limit?: RateLimit;
  /** How much it may send, where that is more than `usualBodySize`; a visitor at most `longTextBytes`. */
  size?: Partial<BodySize>;
  /** `run` reads the body itself, within the limits of an upload; the schema then gets no fields. */
  readsBody?: boolean;
  /**
   * Does what the form is for. What it returns or throws, such as a redirect, is the response; a `DomainError`, and
   * what could not be saved for now, become the form again.
   */
  run(
    form: ActionArguments & { value: z.output<Schema>; viewer: ViewerByWho[Who]; found: Found },
  ): Promise<Result>;
}

/** Runs before validation: what the viewer may not see is 404, even when the form is invalid. */
type Find<Who extends keyof ViewerByWho, Found> = (
  form: ActionArguments & { viewer: ViewerByWho[Who] },
) => Promise<Found>;

type FormAction<Result> = (form: ActionArguments) => Promise<Result | ReturnType<typeof data<FormResult>>>;

/**
 * Builds a route's action for one form: authorizes its sender, consumes the rate limit, reads the fields that the schema names,
 * finds, validates, runs.
 * A form of the console is refused to an operator whose role does not have it, whatever else is sent (`requirePermission`). It may have a field `password`, which the schema does not know: what `run` refuses without it
 * (`requirePassword`) comes back with the field, drawn by `PasswordAgain`.
 * Pending, denied and suspended accounts that may not send it are redirected to their gate page.
 * A refused form is answered with the page again and a `FormResult` (typed values, messages, the error's status), with and
 * without JavaScript. Other bodies than forms are 415, unreadable ones 400, too large ones 413, of a visitor also those that
 * would make the page much larger.
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
  const { schema, who, limit, size, readsBody = false, find, run } = options;
  let shape: FormShape | undefined;
  const readFields = async (request: Request, isVisitor: boolean): Promise<FormData> => {
    if (readsBody) return new FormData();
    shape ??= formShapeOf(schema, who === "admin" ? ["password"] : []);
    const bytes = size?.bytes ?? usualBodySize.bytes;
    const form = parseFormFields(
      shape,
      await readForm(request, { ...size, bytes: isVisitor ? Math.min(bytes, longTextBytes) : bytes }),
    );
    if (isVisitor && lengthOnPage(form) > maxLengthOfVisitor)
      throw new HttpError(413, "too_large", "送信されたデータが大きすぎます");
    return form;
  };
  return pageLoader(async ({ request, params, context, pattern = "" }: ActionArguments) => {
    const current = context.get(requestContext);
    current.formSize = { ...usualBodySize, ...size };
    // The console shows its login form then.
    if (who === "admin" && !(await current.admin())) throw adminSignInNeeded(401);
    let form: FormData | undefined;
    let isVisitor = true;
    const refuse = (refused: FormResult) => {
      current.refused = true;
      const { error } = refused.result;
      // Prevents huge pages: a script can have any number of wrong lines.
      if (error) refused.result.error = Object.fromEntries(Object.entries(error).slice(0, maxMessages));
      // Never echo the password.
      if (refused.result.initialValue) delete refused.result.initialValue.password;
      return data(refused, { status: refused.status });
    };
    try {
      if (who !== "admin" && !pattern.startsWith("admin/")) refuseDuringMaintenance();
      const sender = who === "admin" ? null : await current.viewer();
      isVisitor = who !== "admin" && sender === null;
      const viewer = await authorizers[who](current);
      const caller = { viewer: sender, address: current.address };
      if (limit) await consumeRateLimit(limit, caller);
      else if (who !== "admin") await consumeRateLimit(rateLimits.postForm, caller);
      form = await readFields(request, isVisitor);
      if (who === "admin")
        requireOperator(await current.admin(), actOf("POST", pattern, `${form.get("intent") ?? ""}`));
      const found = await find?.({ request, params, context, viewer });
      const password = form.get("password");
      if (who === "admin") form.delete("password");
      const submission = judge(form, schema);
      if (submission.status !== "success")
        return refuse({ result: submission.reply(), status: 400, code: "invalid" });
      if (who === "admin") await confirmPassword(current, password);
      return await run({ request, params, context, value: submission.value, viewer, found });
    } catch (thrown) {
      const error = who === "admin" ? askForPassword(thrown) : thrown;
      if (error instanceof AccountNotApproved) throw redirect(gatePathOf(error) ?? "/", 303);
      const { status, headers, body } = errorResponse(error, current.requestId);
      if (!(error instanceof DomainError) && status !== 503) throw error;
      for (const [name, value] of Object.entries(headers)) current.setHeader(name, value);
      // Who is refused before the body is read gets back what was typed too, unless it can't be read.
      form ??= await readFields(request, isVisitor).catch(() => new FormData());
      const { _: formErrors, ...fieldErrors } = body.fields ?? { _: [body.error] };
      const { initialValue = null, fields = [] } = judge(form, anything).reply();
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

const anything = z.any();

/** Messages by field that a refused form comes back with. */
const maxMessages = 100;

/**
 * The most that the fields of a visitor's form may take on the page that shows them again (characters): several times what any
 * form accepts but a whole dictionary, and some 15 ms of processor. Members' own limits count by the person.
 */
const maxLengthOfVisitor = 200_000;

/** How long fields are on the page that shows them again, about: each has an element, and of some signs six characters are made. */
function lengthOnPage(form: FormData): number {
  let length = 0;
  for (const [, value] of form)
    length +=
      200 + (typeof value === "string" ? value.length + 5 * (value.match(/[<>&"]/g)?.length ?? 0) : 0);
  return length;
}

/** A schema judges a form's strings as it judges those of a JSON call: without coercion. */
const judge = <Schema extends z.ZodType>(form: FormData, schema: Schema) =>
  parseWithZod(form, { schema, disableAutoCoercion: true });

/** For a change that needs the admin's password: the message beside its field. */
const askForPassword = (error: unknown) =>
  error instanceof ReauthenticationRequired ? new Invalid({ password: [adminMessages.noPassword] }) : error;

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
