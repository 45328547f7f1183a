import { safeReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { type OperatorRole, requirePermission } from "#app/features/audit/operator-roles.ts";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import { dayMs, minuteMs } from "#app/lib/time-units.ts";

/** The operator in the settings, who has no row. */
export const firstOperatorId = "first";

/** No member: it opens only the console. */
export interface AdminSession {
  id: string;
  /** Never changes; names can be changed in the settings. */
  operatorId: string;
  username: string;
  role: OperatorRole;
  createdAt: Date;
  authenticatedAt: Date;
}

/** Names the operator in the audit log, and says whether the password was typed lately. */
export const actorOf = (admin: Pick<AdminSession, "username" | "role" | "authenticatedAt">): Actor => ({
  kind: "admin",
  name: admin.username,
  ...(admin.role === "administrator" ? {} : { role: admin.role }),
  ...(isPasswordFresh(admin) ? {} : { hasStalePassword: true }),
});

/** Cookie and row end after so long, with or without 記憶する, however much they are used. */
export const adminSessionS = { normal: 12 * 60 * 60, remembered: 30 * 24 * 60 * 60 };

/** Protects a browser that has changed hands: an unused login with 記憶する ends after so long. */
export const maxIdleMs = 7 * dayMs;

/** `requirePassword` asks again after this time. */
const passwordFreshMs = 15 * minuteMs;

export function isPasswordFresh(admin: Pick<AdminSession, "authenticatedAt">, now = new Date()): boolean {
  return now.getTime() - admin.authenticatedAt.getTime() < passwordFreshMs;
}

export const adminMessages = {
  signInNeeded: "管理者認証が必要です。ログインしてください。",
  wrong: "認証に失敗しました",
  unreachable: "接続エラーが発生しました",
  noUsername: "ユーザー名を入力してください",
  noPassword: "パスワードを入力してください",
  passwordInSettings:
    "このパスワードは、設定（ADMIN_PASSWORD_HASH）で決まっています。npm run admin -- password で作り直してください。",
  passwordChanged: "パスワードは、ほかの端末で変わりました。もう一度ログインしてください。",
} as const;

export const adminPath = "/admin";
export const adminLoginPath = "/admin/login";
export const adminAccountPath = "/admin/account";

/** A page of the console; `/admin` for anything else. */
export function adminReturnPath(requested: string | null | undefined): string {
  const path = safeReturnPath(requested);
  return /^\/admin([/?#]|$)/i.test(path) && !/^\/admin\/login/i.test(path) ? path : adminPath;
}

export const adminLoginPathTo = (path: string): string =>
  path === adminPath ? adminLoginPath : `${adminLoginPath}?${new URLSearchParams({ next: path })}`;

/** The rule "only operators". Throws `NotAuthenticated` for everybody else, members included. */
export function requireAdmin(admin: AdminSession | null): AdminSession {
  if (!admin) throw new NotAuthenticated(adminMessages.signInNeeded);
  return admin;
}

/** The rule "only operators whose role has it". Throws like `requireAdmin` and `requirePermission`. */
export function requireOperator(admin: AdminSession | null, act: string): AdminSession {
  const operator = requireAdmin(admin);
  requirePermission(operator, act);
  return operator;
}
