import { Conflict } from "#app/features/domain-error.ts";

/**
 * Only an approved account passes the access gate, and only what it has published is shown. A `pending` one waits to be let in.
 * A `suspended` one is locked out for now: its subscription goes on, and lifting the suspension gives everything back. A
 * `denied` one is shut out, and its subscription has ended.
 */
export type AccountState = "approved" | "pending" | "denied" | "suspended";

export const accountStateLabels: Record<AccountState, string> = {
  approved: "承認済み",
  pending: "承認待ち",
  suspended: "停止中",
  denied: "拒否",
};

/** Whether an operator has taken the account's access from it, for now or for good. */
export const isLockedOut = (state: AccountState): boolean => state === "denied" || state === "suspended";

/** Throws `Conflict`, with what it is now, unless an account is in the state that somebody decided upon. */
export function requireSeenState(state: AccountState, seen: AccountState | undefined): void {
  if (seen !== undefined && seen !== state)
    throw new Conflict(`ほかの画面で変更されています。今の状態は「${accountStateLabels[state]}」です。`);
}
