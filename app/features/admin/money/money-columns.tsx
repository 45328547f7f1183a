import type { ReactNode } from "react";
import { Link } from "react-router";
import { memberPath } from "../members/admin-members.ts";
import type { Column } from "../parts/data-table.tsx";
import { type MoneyRow, moneyHref } from "./money.ts";

/** The first columns of every table of money. `dated`: what the date of a row is; `below` stands under it. */
export const firstColumns = <Row extends MoneyRow>(
  dated: string,
  below?: (row: Row) => ReactNode,
): Column<Row>[] => [
  { header: "会員", isTitle: true, cell: MemberCell },
  {
    header: dated,
    cell: (row) => (
      <span>
        <Whole>{row.at}</Whole>
        {below && <span className="block pt-1 text-xs">{below(row)}</span>}
      </span>
    ),
  },
  { header: "金額", align: "right", cell: ({ amount }) => <Whole>{amount}</Whole> },
];

/** Leads to the payment. */
export const ReceiptLink = ({ number }: { number: string }) => (
  <Link to={moneyHref("payments", { number })} className="underline wrap-anywhere">
    {number}
  </Link>
);

export const receiptColumn: Column<{ number: string }> = {
  header: "領収書の番号",
  cell: ReceiptLink,
};

/** In one line on a wide page. */
export const Whole = ({ children }: { children: ReactNode }) => (
  <span className="tabular-nums rail:whitespace-nowrap">{children}</span>
);

/** Leads to the member. Beside wide columns a name would else be as narrow as a character. */
function MemberCell({ member }: Pick<MoneyRow, "member">) {
  if (!member) return <span className="text-muted rail:inline-block rail:min-w-28">退会した方</span>;
  return (
    <Link
      to={memberPath(member.id)}
      className="inline-flex min-h-11 items-center underline wrap-anywhere rail:min-w-28"
    >
      {member.name}
    </Link>
  );
}
