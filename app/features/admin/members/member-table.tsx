import type { ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { type Status, StatusBadge } from "../parts/status-badge.tsx";
import { memberPath } from "./admin-members.ts";
import { DeleteForm, InviteToggle, PremiumForm } from "./member-forms.tsx";
import type { MemberView } from "./member-view.ts";
import { StateForms } from "./state-forms.tsx";

export const memberSelection = "selected-members";

/** In wide windows, buttons show only icons, with their names as tooltips. */
const actionsClass =
  "flex flex-wrap gap-1.5 rail:gap-0.5 rail:[&>button]:size-10 rail:[&>button]:min-h-10 rail:[&>button]:shrink-0 rail:[&>button]:p-0 rail:[&>button>span:not(.icon)]:sr-only";

const dateClass = "whitespace-nowrap rail:text-xs";

interface MemberTableProps {
  members: readonly MemberView[];
  /** By the member's id: the value by which the list is sorted. */
  facts?: Readonly<Record<string, string>>;
  empty: ReactNode;
}

export function MemberTable({ members, facts = {}, empty }: MemberTableProps) {
  return (
    <DataTable
      caption="会員の一覧"
      rows={members}
      rowKey={({ id }) => id}
      selection={{ formId: memberSelection, value: ({ id }) => id, label: ({ name }) => `${name}を選択` }}
      empty={empty}
      columns={[
        {
          header: "ユーザー",
          isTitle: true,
          cell: (member) => <MemberLink member={member} fact={facts[member.id]} />,
        },
        { header: "ステータス", cell: (member) => <MemberStatus member={member} /> },
        {
          header: "メールアドレス",
          cell: ({ email }) => (
            <span title={email} className="max-rail:break-all rail:block rail:max-w-28 rail:truncate">
              {email || "—"}
            </span>
          ),
        },
        {
          header: "登録日",
          cell: ({ registered }) => <span className={dateClass}>{registered}</span>,
        },
        {
          header: "プレミアム期限",
          cell: ({ premiumEnd }) => <span className={dateClass}>{premiumEnd}</span>,
        },
        {
          header: "招待権限",
          cell: (member) =>
            member.isOfficial ? (
              "—"
            ) : (
              <div className="whitespace-nowrap rail:[&_.button-plain]:px-2">
                <InviteToggle member={member} />
              </div>
            ),
        },
        {
          header: "操作",
          isActions: true,
          cell: (member) =>
            member.isOfficial ? null : (
              <div className={actionsClass}>
                <PremiumForm member={member} />
                <StateForms member={member} />
                <DeleteForm member={member} />
              </div>
            ),
        },
      ]}
    />
  );
}

export function MemberLink({ member, fact }: { member: MemberView; fact?: string | undefined }) {
  const { id, name, picture, customUserId, shortId } = member;
  return (
    <Link to={memberPath(id)} className="flex min-h-11 min-w-0 max-w-full items-center gap-3 hover:underline">
      <Avatar name={name} picture={picture} width={40} className="size-10" />
      <span className="min-w-0">
        <span className="block truncate rail:max-w-32 font-bold">{name}</span>
        <span className="block truncate text-xs font-normal text-muted">
          {shortId}
          {customUserId && ` ・ @${customUserId}`}
        </span>
        {fact && <span className="block text-xs font-bold text-accent">{fact}</span>}
      </span>
    </Link>
  );
}

const stateVariants: Record<MemberView["state"], Status> = {
  approved: "good",
  pending: "waiting",
  suspended: "bad",
  denied: "bad",
};

export function MemberStatus({ member }: { member: MemberView }) {
  const { isPremium, state, stateLabel } = member;
  return (
    <span className="flex flex-wrap gap-1">
      {isPremium ? (
        <StatusBadge status="premium">プレミアム</StatusBadge>
      ) : (
        <StatusBadge status="off" icon="person">
          無料
        </StatusBadge>
      )}
      {state !== "approved" && <StatusBadge status={stateVariants[state]}>{stateLabel}</StatusBadge>}
    </span>
  );
}
