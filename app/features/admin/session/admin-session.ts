import { safeReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { type OperatorRole, requirePermission } from "#app/features/audit/operator-roles.ts";
import { NotAuthenticated } from "#app/features/domain-error.ts";

/** The operator whom the settings name, who has no row: the first administrator. */
export const firstOperatorId = "first";

/** The signed-in operator of a request. No member: it gives access to the console alone. */
export interface AdminSession {
  id: string;
  /** Who acts, for ever: names can be changed in the settings. */
  operatorId: string;
  /** The name for people, as the audit log shows it. */
  username: string;
  role: OperatorRole;
  createdAt: Date;
  /** When the password was last typed. */
  authenticatedAt: Date;
}

/** Whom the audit log names for changes in the console, and whether the password was typed lately. */
export const actorOf = (admin: Pick<AdminSession, "username" | "role" | "authenticatedAt">): Actor => ({
  kind: "admin",
  name: admin.username,
  ...(admin.role === "administrator" ? {} : { role: admin.role }),
  ...(isPasswordFresh(admin) ? {} : { hasStalePassword: true }),
});

/** Cookie and row end after so long, with or without 記憶する, however much they are used. */
export const adminSessionS = { normal: 12 * 60 * 60, remembered: 30 * 24 * 60 * 60 };

/** What needs the password (`requirePassword`) asks for it again when it was typed longer ago than this. */
const passwordFreshMs = 15 * 60 * 1000;

/** Whether the password was typed so lately that nothing asks for it. */
export function isPasswordFresh(admin: Pick<AdminSession, "authenticatedAt">, now = new Date()): boolean {
  return now.getTime() - admin.authenticatedAt.getTime() < passwordFreshMs;
}

export const adminMessages = {
  signInNeeded: "管理者認証が必要です。ログインしてください。",
  wrong: "認証に失敗しました",
  unreachable: "接続エラーが発生しました",
  noUsername: "ユーザー名を入力してください",
  noPassword: "パスワードを入力してください",
} as const;

export const adminPath = "/admin";
export const adminLoginPath = "/admin/login";
export const adminAccountPath = "/admin/account";

/** Where the login form leads: a page of the console, `/admin` for anything else. */
export function adminReturnPath(requested: string | null | undefined): string {
  const path = safeReturnPath(requested);
  return /^\/admin([/?#]|$)/i.test(path) && !/^\/admin\/login/i.test(path) ? path : adminPath;
}

/** Address of the login form that leads to `path`. */
export const adminLoginPathTo = (path: string): string =>
  path === adminPath ? adminLoginPath : `${adminLoginPath}?${new URLSearchParams({ next: path })}`;

/** The rule "only operators": returns the session. Throws `NotAuthenticated` for everybody else, members included. */
export function requireAdmin(admin: AdminSession | null): AdminSession {
  if (!admin) throw new NotAuthenticated(adminMessages.signInNeeded);
  return admin;
}

/** The rule "only operators whose role has it" (`requirePermission`): returns the session, or throws as these two do. */
export function requireOperator(admin: AdminSession | null, act: string): AdminSession {
  const operator = requireAdmin(admin);
  requirePermission(operator, act);
  return operator;
}
