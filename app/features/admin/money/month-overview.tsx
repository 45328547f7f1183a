import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatYen } from "#app/lib/format-yen.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { FactList } from "../monitoring/fact-list.tsx";
import { moneyHref } from "./money.ts";
import type { MonthFigures } from "./month-figures.server.ts";

const people = (number: number) => `${number.toLocaleString("ja-JP")}件`;
const percent = (share: number | null) => (share === null ? "—" : `${(share * 100).toFixed(1)}%`);

interface MonthOverviewProps {
  figures: MonthFigures;
  /** YYYY-MM. */
  previous: string;
  next: string | null;
}

/** What a month brought, and the present one is expected to bring. */
export function MonthOverview({ figures, previous, next }: MonthOverviewProps) {
  const { month, activeAtStart, started, ended, lostShare, income, payments, refunded, disputed, forecast } =
    figures;
  const [year, number] = month.split("-");
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <h2 className="text-base">
          {year}年{Number(number)}月
        </h2>
        <nav aria-label="月" className="flex flex-wrap gap-2">
          <ButtonLink to={moneyHref("month", { month: previous })} variant="quiet">
            前の月
          </ButtonLink>
          {next && (
            <ButtonLink to={moneyHref("month", { month: next })} variant="quiet">
              次の月
            </ButtonLink>
          )}
        </nav>
      </div>
      <div className="grid gap-5 panel:grid-cols-3">
        <Figures title="契約" note="途中でやめて戻った方は、終わりとはじまりに1件ずつ数えます。">
          <FactList
            facts={[
              ["月のはじめ", people(activeAtStart)],
              ["はじまり", people(started)],
              ["終わり", people(ended)],
              ["月のはじめの契約のうち終わった割合", percent(lostShare)],
              ...(forecast ? ([["今", people(forecast.active)]] as const) : []),
            ]}
          />
        </Figures>
        <Figures
          title="お金"
          note="返金は返した月に、異議でカード会社に引かれたお金は異議の起きた月に引きます。認められた異議と、カード会社の手数料は引いていません。"
        >
          <FactList
            facts={[
              ["お支払い", `${formatYen(income)}（${people(payments)}）`],
              ["返金", formatYen(refunded)],
              ["異議", formatYen(disputed)],
              ["差し引き", formatYen(income - refunded - disputed)],
            ]}
          />
        </Figures>
        {forecast && (
          <Figures
            title="月末の見込み"
            note="これまでの差し引きに、月末までに更新される契約の料金を足したものです。これから入る方と、払われていないお支払いは、入っていません。"
          >
            <FactList
              facts={[
                ["見込み", formatYen(forecast.sum)],
                ["月末までに更新される契約", people(forecast.renewals)],
                ["解約済みで、月末までに終わる契約", people(forecast.ending)],
                ["お支払いが滞っている契約", people(forecast.pastDue)],
                [
                  "まだ払われていないお支払い",
                  <Link key="open" to={moneyHref("failed", { state: "open" })} className="underline">
                    {formatYen(forecast.open.amount)}（{people(forecast.open.count)}）
                  </Link>,
                ],
              ]}
            />
          </Figures>
        )}
      </div>
    </>
  );
}

function Figures({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <Card as="section" className="min-w-0">
      <h3 className="pb-1 font-bold">{title}</h3>
      {children}
      <p className="pt-2 text-xs text-muted">{note}</p>
    </Card>
  );
}
