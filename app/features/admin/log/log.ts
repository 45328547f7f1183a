import type { Actor } from "#app/features/audit/actor.ts";
import type { ChangeLine } from "#app/features/audit/describe-change.ts";

export const logPath = "/admin/log";

export const logPageSize = 50;

export const actorKinds = ["admin", "operator", "system"] as const satisfies readonly Actor["kind"][];

export const actorKindLabels: Record<Actor["kind"], string> = {
  admin: "管理画面",
  operator: "コマンド",
  system: "自動",
};

/** Stands before an operator's name in the field `who`. */
export const namePrefix = "@";

/** As in the address; empty for no condition. */
export interface LogFields {
  user: string;
  track: string;
  /** Kind and id of any other target, such as `theme:5`. */
  target: string;
  action: string;
  /** A kind of actor, or `namePrefix` and an operator's name. */
  who: string;
  /** Days in Asia/Tokyo, YYYY-MM-DD, both inclusive. */
  from: string;
  to: string;
  /** `1`: with changes that no person made. */
  automated: string;
}

export interface LogRow {
  id: number;
  at: string;
  who: string;
  isAutomated: boolean;
  action: string;
  /** `isGone`: no page has it now, and the link leads to the log's rows about it. */
  target: { label: string; to: string; isGone: boolean } | null;
  change: ChangeLine[];
}
