import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Icon } from "#app/ui/icon.tsx";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { FactList } from "../monitoring/fact-list.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import {
  type FailedRow,
  type MoneyFields,
  type MoneyList,
  type MoneyView,
  moneyHref,
  moneyPath,
  moneyViews,
  type PaymentRow,
  type RefundListRow,
  stateLabels,
} from "./money.ts";
import { FailedTable, PaymentTable, RefundTable } from "./money-tables.tsx";
import type { MonthFigures } from "./month-figures.server.ts";

interface Rows<Row> {
  rows: Row[];
  next: string | null;
}

export interface MoneyScreenProps {
  view: MoneyView;
  fields: MoneyFields;
  isContinued: boolean;
  /** Only of the view, as the lists are. */
  month: { figures: MonthFigures; previous: string; next: string | null } | null;
  payments: Rows<PaymentRow> | null;
  failed: Rows<FailedRow> | null;
  refunds: Rows<RefundListRow> | null;
  formResult: FormResult | undefined;
}

const moneyTabs: readonly MoneyView[] = ["month", "payments", "failed", "refunds"];

export function MoneyScreen(props: MoneyScreenProps) {
  const { view, fields, month, payments, failed, refunds, formResult } = props;
  const list = payments ?? failed ?? refunds;
  return (
    <AdminPage
      title="お支払い"
      lead="プレミアムのお支払い、失敗、返金と、月ごとの数です。"
      actions={
        view !== "month" && (
          // A file: the browser's own download.
          <a
            href={moneyHref(view, fields).replace(moneyPath, `${moneyPath}.csv`)}
            download
            className={buttonClass({ variant: "quiet" })}
          >
            <Icon name="download" />
            CSV
          </a>
        )
      }
    >
      <RefusedRefund formResult={formResult} shown={payments?.rows ?? []} />
      <LinkTabs
        label="お支払いの一覧"
        className="pb-5"
        tabs={moneyTabs.map((name) => ({
          to: moneyHref(name, name === "month" ? {} : { user: fields.user }),
          label: moneyViews[name],
          isCurrent: name === view,
        }))}
      />
      {month && <Month {...month} />}
      {view !== "month" && <Filter view={view} fields={fields} />}
      {payments && (
        <PaymentTable rows={payments.rows} formResult={formResult} empty={<NoRows {...props} />} />
      )}
      {failed && <FailedTable rows={failed.rows} empty={<NoRows {...props} />} />}
      {refunds && <RefundTable rows={refunds.rows} empty={<NoRows {...props} />} />}
      {list && <Continue {...props} next={list.next} />}
    </AdminPage>
  );
}

/** What no form of the page shows: its payment has been refunded meanwhile, or Stripe has refused. */
function RefusedRefund({
  formResult,
  shown,
}: {
  formResult: FormResult | undefined;
  shown: readonly PaymentRow[];
}) {
  if (!formResult) return null;
  const [receipt, seen] = [submittedValue(formResult, "receipt"), submittedValue(formResult, "seen")];
  if (shown.some(({ id, refund }) => refund && id === receipt && String(refund.seen) === seen)) return null;
  return <Notice tone="error" title={firstMessage(formResult)} className="mb-4" />;
}

function NoRows({ view, fields }: MoneyScreenProps) {
  const isUsed = Object.values(fields).some((value) => value !== "");
  const titles: Record<MoneyView, string> = {
    month: "",
    payments: "お支払いはありません",
    failed: "失敗したお支払いはありません",
    refunds: "返金はありません",
  };
  return (
    <EmptyState
      icon="document"
      title={titles[view]}
      action={
        isUsed && (
          <ButtonLink to={moneyHref(view)} variant="quiet">
            絞り込みを解除
          </ButtonLink>
        )
      }
    />
  );
}

function Continue({ view, fields, isContinued, next }: MoneyScreenProps & { next: string | null }) {
  if (!next && !isContinued) return null;
  return (
    <div className="flex flex-wrap gap-2 pt-4">
      {isContinued && (
        <ButtonLink to={moneyHref(view, fields)} variant="quiet" icon="up">
          最新のものへ
        </ButtonLink>
      )}
      {next && (
        <ButtonLink to={moneyHref(view, { ...fields, cursor: next })} variant="quiet" icon="down">
          以前のもの
        </ButtonLink>
      )}
    </div>
  );
}

function Filter({ view, fields }: { view: MoneyList; fields: MoneyFields }) {
  const isUsed = Object.values(fields).some((value) => value !== "");
  const narrow = stateLabels[view];
  return (
    <details open={isUsed || undefined} className="mb-4 rounded-card border border-line bg-surface">
      <summary className="flex min-h-12 cursor-pointer items-center gap-2 px-4 text-sm font-bold">
        <Icon name="search" />
        絞り込み
      </summary>
      {/* Keyed, so that the fields follow the address. */}
      <Form
        key={`${view}${JSON.stringify(fields)}`}
        action={moneyPath}
        className="grid grid-cols-1 gap-4 px-4 pb-4 sm:grid-cols-2 panel:grid-cols-4"
      >
        <input type="hidden" name="view" value={view} />
        <TextField name="user" label="会員のIDかユーザーID" defaultValue={fields.user} autoComplete="off" />
        {view === "payments" && (
          <TextField name="number" label="領収書の番号" defaultValue={fields.number} autoComplete="off" />
        )}
        <TextField name="from" type="date" label="この日から" defaultValue={fields.from} />
        <TextField name="to" type="date" label="この日まで" defaultValue={fields.to} />
        {narrow && (
          <label className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              name="state"
              value={narrow.state}
              defaultChecked={fields.state !== ""}
              className="size-5"
            />
            {narrow.label}
          </label>
        )}
        <div className="flex flex-wrap gap-2 sm:col-span-2 panel:col-span-4">
          <Button icon="search">絞り込む</Button>
          {isUsed && (
            <ButtonLink to={moneyHref(view)} variant="quiet">
              解除
            </ButtonLink>
          )}
        </div>
      </Form>
    </details>
  );
}

const yen = (amount: number) => `${amount.toLocaleString("ja-JP")}円`;
const people = (number: number) => `${number.toLocaleString("ja-JP")}件`;
const percent = (share: number | null) => (share === null ? "—" : `${(share * 100).toFixed(1)}%`);

function Month({ figures, previous, next }: NonNullable<MoneyScreenProps["month"]>) {
  const { month, activeAtStart, started, ended, lostShare, income, payments, refunded, forecast } = figures;
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
        <Figures title="お金" note="返金は、返した月に引きます。カード会社の手数料は引いていません。">
          <FactList
            facts={[
              ["お支払い", `${yen(income)}（${people(payments)}）`],
              ["返金", yen(refunded)],
              ["差し引き", yen(income - refunded)],
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
                ["見込み", yen(forecast.sum)],
                ["月末までに更新される契約", people(forecast.renewals)],
                ["解約済みで、月末までに終わる契約", people(forecast.ending)],
                ["お支払いが滞っている契約", people(forecast.pastDue)],
                [
                  "まだ払われていないお支払い",
                  <Link key="open" to={moneyHref("failed", { state: "open" })} className="underline">
                    {yen(forecast.open.amount)}（{people(forecast.open.count)}）
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
