import { Conflict } from "#app/features/domain-error.ts";
import type { Viewer } from "./viewer.ts";

/** The states of an account as the operator reads them. */
export const accountStateLabels: Record<Viewer["state"], string> = {
  approved: "承認済み",
  pending: "承認待ち",
  denied: "停止中",
};

/** Throws `Conflict`, with what it is now, unless an account is in the state that somebody decided upon. */
export function requireSeenState(state: Viewer["state"], seen: Viewer["state"] | undefined): void {
  if (seen !== undefined && seen !== state)
    throw new Conflict(`ほかの画面で変更されています。今の状態は「${accountStateLabels[state]}」です。`);
}
