import { Forbidden } from "#app/features/domain-error.ts";

/** What an operator of the console may do. */
export type OperatorRole = "administrator" | "moderator";

export const operatorRoleLabels: Record<OperatorRole, string> = {
  administrator: "管理者",
  moderator: "見回り",
};

const posts = (page: string, intents: readonly string[]) => intents.map((intent) => `POST ${page} ${intent}`);

const trackIntents = ["take-down", "restore", "review"];
const memberIntents = ["search", "suspend", "restore", "note"];

/**
 * What a 見回り may do, by name: pages (`GET` and their pattern), their forms (`POST`, pattern and `intent`), calls (method and
 * address), and the actions of the audit log that all of these are recorded as. Whatever has no line here is the
 * administrators' alone: money, deletion, settings, and every page, form and call that is added later.
 */
const moderatorActs: ReadonlySet<string> = new Set([
  "GET /admin",
  "GET /admin/account",
  ...posts("/admin/account", ["sign-out", "end-session", "end-others"]),
  "POST /api/admin/logout",
  "admin.sign-in",
  "admin.sign-out",
  "admin.sessions-end",
  "operator.join",

  "GET /admin/review",
  ...posts("/admin/review", [
    "approve",
    "hold",
    "hide",
    "take-down",
    "approve-shown",
    "undo",
    "save-filter",
    "remove-filter",
  ]),
  "track.hold",
  "track.visibility",
  "track.review-undo",
  "review.filter",

  "GET /admin/tracks",
  "GET /admin/tracks/:trackId",
  ...posts("/admin/tracks/:trackId", trackIntents),
  ...posts("/admin/tracks", [...trackIntents, "bulk-take-down", "bulk-restore", "bulk-review", "cancel-run"]),
  "GET /api/admin/tracks/:id/audio",
  "track.withhold",
  "track.release",
  "track.review",
  "track.hidden-view",
  "track.bulk",
  "track.bulk-cancel",

  // Of its tabs only the reports.
  "GET /admin/inquiries",
  "GET /admin/inquiries?tab=reports",
  ...posts("/admin/inquiries", [
    "report-close",
    "report-take-down",
    "report-reopen",
    "report-note",
    "reports-close",
    "reports-take-down",
  ]),
  "report.handle",
  "report.reopen",
  "report.note",
  "report.read-view",

  "GET /admin/members",
  "GET /admin/users/:userId",
  "GET /admin/users/:userId?tab=overview",
  ...posts("/admin/members", [...memberIntents, "bulk-suspend", "cancel-run"]),
  ...posts("/admin/users/:userId", memberIntents),
  "PATCH /api/admin/users/:userId/state",
  "user.list-view",
  "user.suspend",
  "user.note",
  "user.bulk",
  "user.bulk-cancel",
  "user.restore",

  "GET /api/notifications/stream",
  // Answered with 404 for every operator.
  "GET /admin/:a",
  "GET /admin/:a/:b",
  "GET /admin/*",
]);

/** The name of a page or of its form in that list; `pattern` as the router gives it, without a leading slash. */
export const actOf = (method: "GET" | "POST", pattern: string, intent = ""): string =>
  `${method} /${pattern.replace(/^\//, "")} ${intent}`.trimEnd();

export const isPermitted = ({ role }: { role: OperatorRole }, act: string): boolean =>
  role === "administrator" || moderatorActs.has(act);

/**
 * The rule "a 見回り does what is listed, an administrator everything". Throws `Forbidden`. It holds at every door of the console
 * (`adminPageLoader`, `formAction`, `forAdmin`) and, for the changes behind it, in `recordAudit`.
 */
export function requirePermission(operator: { role: OperatorRole }, act: string): void {
  if (!isPermitted(operator, act)) throw new Forbidden("この操作は、管理者だけができます");
}
