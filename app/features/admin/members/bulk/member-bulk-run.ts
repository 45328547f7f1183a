import type { memberBulkActions } from "#db/schema/index.ts";

/** What is done to many members at once. */
export type MemberBulkAction = (typeof memberBulkActions)[number];

/** Most members of one run. */
export const maxMembersPerRun = 2000;

export const memberBulkLabels: Record<MemberBulkAction, string> = {
  approve: "会員の承認",
  suspend: "会員の停止",
  deny: "会員の拒否",
  "invite-off": "招待権限の取り上げ",
  "end-sessions": "端末のログアウト",
};
