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
import { receiveEvidence } from "../uploads/evidence-upload.server.ts";
import { errorResponse, HttpError } from "./error-response.ts";
import { type FormShape, formShapeOf, isPasswordField, parseFormFields } from "./form-fields.server.ts";
import { pageLoader } from "./page-loader.server.ts";
import { type BodySize, longTextBytes, readForm, usualBodySize } from "./read-body.server.ts";
import { type RequestContext, requestContext } from "./request-context.ts";
import { isMultipart } from "./request-kind.ts";

/** Who may send a form, and the viewer that `run` gets. */
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
  pattern?: string;
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
}

interface FormActionOptions<Schema extends z.ZodType, Who extends keyof ViewerByWho, Found, Result> {
  /** Of the posted strings, in the page's order. */
  schema: Schema;
  who: Who;
  /** Counts every authorized post. By default `postForm`, except for the admin. */
  limit?: RateLimit;
  /** If more than `usualBodySize`; a visitor's at most `longTextBytes`. */
  size?: Partial<BodySize>;
  /** `run` reads the body within an upload's limits; the schema gets no fields. */
  readsBody?: boolean;
  /** Takes files of evidence beside the schema's fields, where the form is multipart. */
  takesEvidence?: boolean;
  /** Returns or throws the response, such as a redirect; a `DomainError` or a failed save shows the form again. */
  run(
    form: ActionArguments & {
      value: z.output<Schema>;
      viewer: ViewerByWho[Who];
      found: Found;
      files: readonly File[];
    },
  ): Promise<Result>;
}

/** Runs before validation: what the viewer may not see is 404, even if the form is invalid. */
type Find<Who extends keyof ViewerByWho, Found> = (
  form: ActionArguments & { viewer: ViewerByWho[Who] },
) => Promise<Found>;

type FormAction<Result> = (form: ActionArguments) => Promise<Result | ReturnType<typeof data<FormResult>>>;

/**
 * A route's action for one form: authorizes, consumes the rate limit, reads the schema's fields, finds, validates, runs.
 *
 * Operators need their role's permission (`requirePermission`), whatever they send. A console form may have a field `password`
 * outside the schema: what `requirePassword` refuses comes back with it (`PasswordAgain`). Pending, denied and suspended
 * accounts that may not send are redirected to their gate page. A refused form is shown again with a `FormResult` (typed
 * values, messages, status). Other bodies are 415, unreadable 400, too large 413, also a visitor's that would bloat the page.
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
  const { schema, who, limit, size, readsBody = false, takesEvidence = false, find, run } = options;
  let shape: FormShape | undefined;
  const readFields = async (request: Request, isVisitor: boolean, files: File[]): Promise<FormData> => {
    if (readsBody) return new FormData();
    shape ??= formShapeOf(schema, who === "admin" ? ["password"] : []);
    const bytes = size?.bytes ?? usualBodySize.bytes;
    let sent: FormData;
    if (takesEvidence && isMultipart(request)) {
      const received = await receiveEvidence(request);
      files.push(...received.files);
      sent = received.form;
    } else
      sent = await readForm(request, { ...size, bytes: isVisitor ? Math.min(bytes, longTextBytes) : bytes });
    const form = parseFormFields(shape, sent);
    if (isVisitor && lengthOnPage(form) > maxLengthOfVisitor)
      throw new HttpError(413, "too_large", "送信されたデータが大きすぎます");
    return form;
  };
  return pageLoader(async ({ request, params, context, pattern = "" }: ActionArguments) => {
    const current = context.get(requestContext);
    current.formSize = { ...usualBodySize, ...size };
    if (who === "admin" && !(await current.admin())) throw adminSignInNeeded(401);
    let form: FormData | undefined;
    const files: File[] = [];
    let isVisitor = true;
    const refuse = (refused: FormResult) => {
      current.refused = true;
      const { error } = refused.result;
      // Prevents huge pages: a script can have any number of wrong lines.
      if (error) refused.result.error = Object.fromEntries(Object.entries(error).slice(0, maxMessages));
      const { initialValue } = refused.result;
      for (const name of Object.keys(initialValue ?? {}))
        if (isPasswordField(name)) delete initialValue?.[name];
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
      form = await readFields(request, isVisitor, files);
      if (who === "admin")
        requireOperator(await current.admin(), actOf("POST", pattern, `${form.get("intent") ?? ""}`));
      const found = await find?.({ request, params, context, viewer });
      const password = form.get("password");
      if (who === "admin") form.delete("password");
      const submission = judge(form, schema);
      if (submission.status !== "success")
        return refuse({ result: submission.reply(), status: 400, code: "invalid" });
      if (who === "admin") await confirmPassword(current, password);
      return await run({ request, params, context, value: submission.value, viewer, found, files });
    } catch (thrown) {
      const error = who === "admin" ? askForPassword(thrown) : thrown;
      if (error instanceof AccountNotApproved) throw redirect(gatePathOf(error) ?? "/", 303);
      const { status, headers, body } = errorResponse(error, current.requestId);
      if (!(error instanceof DomainError) && status !== 503) throw error;
      for (const [name, value] of Object.entries(headers)) current.setHeader(name, value);
      // A refusal before reading the body also gives back what was typed, if readable.
      form ??= await readFields(request, isVisitor, []).catch(() => new FormData());
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

const maxMessages = 100;

/**
 * Characters of a visitor's fields when shown again: several times what any form but a dictionary accepts, some 15 ms of
 * processor. Members' limits count per person.
 */
const maxLengthOfVisitor = 200_000;

/** An estimate: each field has an element, and some characters become six. */
function lengthOnPage(form: FormData): number {
  let length = 0;
  for (const [, value] of form)
    length +=
      200 + (typeof value === "string" ? value.length + 5 * (value.match(/[<>&"]/g)?.length ?? 0) : 0);
  return length;
}

/** Without coercion, as the strings of a JSON call. */
const judge = <Schema extends z.ZodType>(form: FormData, schema: Schema) =>
  parseWithZod(form, { schema, disableAutoCoercion: true });

const askForPassword = (error: unknown) =>
  error instanceof ReauthenticationRequired ? new Invalid({ password: [adminMessages.noPassword] }) : error;

/** The response to an accepted form: the page at `path` shows the message once. */
export function redirectWithFlash(
  context: Readonly<RouterContextProvider>,
  path: string,
  flash: FlashKey | null,
): Response {
  if (flash) setFlash(context, flash);
  return redirect(path, 303);
}

/** `redirectWithFlash` for a form that a dialog may hold; null for a script, whose component shows the message and goes on. */
export function acceptForm(
  context: Readonly<RouterContextProvider>,
  { flash, path }: { flash: FlashKey; path: string },
): Response | null {
  return context.get(requestContext).isDocument ? redirectWithFlash(context, path, flash) : null;
}
