import { Forbidden } from "#app/features/domain-error.ts";

export type OperatorRole = "administrator" | "moderator";

export const operatorRoleLabels: Record<OperatorRole, string> = {
  administrator: "管理者",
  moderator: "見回り",
};

const posts = (page: string, intents: readonly string[]) => intents.map((intent) => `POST ${page} ${intent}`);

const trackIntents = ["take-down", "restore", "review"];
const playlistIntents = ["playlist-take-down", "playlist-restore", "playlist-reset"];
const memberIntents = ["search", "suspend", "restore", "note"];

/**
 * All that a 見回り may do: pages (`GET` and pattern), forms (`POST`, pattern, `intent`), calls (method and address), and
 * actions of the audit log. Only administrators do the rest: money, deletion, settings, and all that is added later.
 */
const moderatorActs: ReadonlySet<string> = new Set([
  "GET /admin",
  "GET /admin/account",
  ...posts("/admin/account", [
    "sign-out",
    "end-session",
    "end-others",
    "change-password",
    "begin-second-factor",
    "confirm-second-factor",
    "remove-second-factor",
    "begin-passkey",
    "add-passkey",
    "remove-passkey",
    "refuse-password-sign-in",
    "allow-password-sign-in",
  ]),
  "POST /api/admin/logout",
  "GET /admin/alerts",
  ...posts("/admin/alerts", ["save", "test", "remove-device"]),
  "POST /api/admin/push",
  "DELETE /api/admin/push",
  "operator.alerts",
  "admin.sign-in",
  "admin.sign-out",
  "admin.sessions-end",
  "operator.join",
  "operator.password-change",
  "operator.second-factor-on",
  "operator.second-factor-off",
  "operator.passkey-add",
  "operator.passkey-remove",
  "operator.password-sign-in-off",
  "operator.password-sign-in-on",

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
  "GET /admin/word-list",
  ...posts("/admin/word-list", ["try"]),
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

  // Only the tab of reports.
  "GET /admin/inquiries",
  "GET /admin/inquiries?tab=reports",
  ...posts("/admin/inquiries", [
    "report-close",
    "report-take-down",
    "report-reopen",
    "report-note",
    "reports-close",
    "reports-take-down",
    "cancel-run",
    "subject-close",
    "subject-reopen",
    "subject-note",
    "profile-reset",
    ...playlistIntents,
  ]),
  "user.profile-reset",
  "playlist.take-down",
  "playlist.release",
  "playlist.reset",
  "report.handle",
  "report.bulk",
  "report.bulk-cancel",
  "report.reopen",
  "report.note",
  "report.read-view",

  // Reads and notes; answers and decisions in the site's name are the administrators'.
  "GET /admin/objections",
  "GET /admin/objections/:objectionId",
  ...posts("/admin/objections/:objectionId", ["note"]),
  "objection.note",

  "GET /admin/members",
  "GET /admin/users/:userId",
  "GET /admin/users/:userId?tab=overview",
  ...posts("/admin/members", [...memberIntents, "bulk-suspend", "cancel-run"]),
  ...posts("/admin/users/:userId", [...memberIntents, "profile-reset", ...playlistIntents]),
  "PATCH /api/admin/users/:userId/state",
  "user.list-view",
  "user.suspend",
  "user.note",
  "user.bulk",
  "user.bulk-cancel",
  "user.restore",

  "GET /api/notifications/stream",
  // Every operator gets 404.
  "GET /admin/:a",
  "GET /admin/:a/:b",
  "GET /admin/*",
]);

/** The name of a page or form in that list. `pattern`: the router's, without a leading slash. */
export const actOf = (method: "GET" | "POST", pattern: string, intent = ""): string =>
  `${method} /${pattern.replace(/^\//, "")} ${intent}`.trimEnd();

export const isPermitted = ({ role }: { role: OperatorRole }, act: string): boolean =>
  role === "administrator" || moderatorActs.has(act);

/** Throws `Forbidden`. Every door of the console asks it, and `recordAudit` for every change. */
export function requirePermission(operator: { role: OperatorRole }, act: string): void {
  if (!isPermitted(operator, act)) throw new Forbidden("この操作は、管理者だけができます");
}
