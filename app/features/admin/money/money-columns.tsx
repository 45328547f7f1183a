import type { ReactNode } from "react";
import { Link } from "react-router";
import { memberPath } from "../members/admin-members.ts";
import type { Column } from "../parts/data-table.tsx";
import { type MoneyRow, moneyHref } from "./money.ts";

/** The first columns of every table of money. `dated`: what the date of a row is. */
export const firstColumns = (dated: string): Column<MoneyRow>[] => [
  { key: "member", header: "会員", isTitle: true, cell: MemberCell },
  { key: "at", header: dated, cell: ({ at }) => <Whole>{at}</Whole> },
  { key: "amount", header: "金額", align: "right", cell: ({ amount }) => <Whole>{amount}</Whole> },
];

/** Leads to the payment. */
export const receiptColumn: Column<{ number: string }> = {
  key: "number",
  header: "領収書の番号",
  cell: ({ number }) => (
    <Link to={moneyHref("payments", { number })} className="underline wrap-anywhere">
      {number}
    </Link>
  ),
};

/** In one line on a wide page. */
export const Whole = ({ children }: { children: ReactNode }) => (
  <span className="tabular-nums rail:whitespace-nowrap">{children}</span>
);

/** Leads to the member. */
function MemberCell({ member }: Pick<MoneyRow, "member">) {
  if (!member) return <span className="text-muted">退会した方</span>;
  return (
    <Link to={memberPath(member.id)} className="inline-flex min-h-11 items-center underline wrap-anywhere">
      {member.name}
    </Link>
  );
}
