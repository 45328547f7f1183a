import type { ReactNode } from "react";
import { BulkForm } from "../parts/bulk-form.tsx";
import { memberSelection } from "./member-table.tsx";
import type { MemberView } from "./member-view.ts";
import { BulkDenialText, ReasonFields, SuspensionReason, suspensionText } from "./state-forms.tsx";

interface MemberActionsProps {
  members: readonly MemberView[];
  /**
   * The field of this name that takes all members who match instead of the selected ones; null where the list has no such
   * meaning.
   */
  allOf: (name: string) => ReactNode;
}

/** What can be done with the selected members. */
export function MemberActions({ members, allOf }: MemberActionsProps) {
  return (
    <BulkForm
      id={memberSelection}
      actions={[
        {
          intent: "bulk-approve",
          label: "承認",
          icon: "check",
          title: "選択した会員を承認しますか？",
          text: "停止中の会員は停止を解除し、元のとおりに戻します。",
          fields: allOf("approve-all"),
          confirmLabel: "承認する",
        },
        {
          intent: "bulk-suspend",
          label: "停止",
          icon: "pause",
          title: "選択した会員を停止しますか？",
          text: `${suspensionText}承認済みでない会員は、そのままです。`,
          fields: (
            <>
              {allOf("suspend-all")}
              <SuspensionReason name="suspensionReason" of={{ intent: "bulk-suspend" }} />
            </>
          ),
          isDestructive: true,
          needsPassword: true,
          confirmLabel: "停止する",
        },
        {
          intent: "bulk-deny",
          label: "拒否",
          icon: "lock",
          title: "選択した会員を拒否しますか？",
          text: <BulkDenialText members={members} />,
          fields: (
            <>
              {allOf("deny-all")}
              <ReasonFields of={{ intent: "bulk-deny" }} />
            </>
          ),
          isDestructive: true,
          needsPassword: true,
          confirmLabel: "拒否する",
        },
        {
          intent: "bulk-invite-off",
          label: "招待を無効に",
          icon: "invite",
          title: "選択した会員の招待権限を無効にしますか？",
          needsPassword: true,
          fields: allOf("invite-off-all"),
          confirmLabel: "無効にする",
        },
        {
          intent: "bulk-end-sessions",
          label: "ログアウト",
          icon: "logout",
          title: "選択した会員をすべての端末でログアウトさせますか？",
          needsPassword: true,
          fields: allOf("end-sessions-all"),
          confirmLabel: "ログアウトさせる",
        },
      ]}
    />
  );
}
