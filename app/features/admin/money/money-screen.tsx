import { ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Icon } from "#app/ui/icon.tsx";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { FilterPanel } from "../parts/filter-panel.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { TickBox } from "../parts/tick-box.tsx";
import { DisputeTable } from "./dispute-table.tsx";
import {
  type DisputeRow,
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
import { MonthOverview } from "./month-overview.tsx";

interface Rows<Row> {
  rows: Row[];
  next: string | null;
}

interface MoneyScreenProps {
  view: MoneyView;
  fields: MoneyFields;
  isContinued: boolean;
  /** Only of the view, as the lists are. */
  month: { figures: MonthFigures; previous: string; next: string | null } | null;
  payments: Rows<PaymentRow> | null;
  failed: Rows<FailedRow> | null;
  refunds: Rows<RefundListRow> | null;
  disputes: Rows<DisputeRow> | null;
}

const moneyTabs: readonly MoneyView[] = ["month", "payments", "failed", "refunds", "disputes"];

export function MoneyScreen(props: MoneyScreenProps) {
  const { view, fields, month, payments, failed, refunds, disputes } = props;
  const list = payments ?? failed ?? refunds ?? disputes;
  return (
    <AdminPage
      title="お支払い"
      lead="プレミアムのお支払い、失敗、返金、カード会社への異議と、月ごとの数です。"
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
      <RefusedRefund shown={payments?.rows ?? []} />
      <LinkTabs
        label="お支払いの一覧"
        className="pb-5"
        tabs={moneyTabs.map((name) => ({
          to: moneyHref(name, name === "month" ? {} : { user: fields.user }),
          label: moneyViews[name],
          isCurrent: name === view,
        }))}
      />
      {month && <MonthOverview {...month} />}
      {view !== "month" && <Filter view={view} fields={fields} />}
      {payments && <PaymentTable rows={payments.rows} empty={<NoRows {...props} />} />}
      {failed && <FailedTable rows={failed.rows} empty={<NoRows {...props} />} />}
      {refunds && <RefundTable rows={refunds.rows} empty={<NoRows {...props} />} />}
      {disputes && <DisputeTable rows={disputes.rows} empty={<NoRows {...props} />} />}
      {list && <Continue {...props} next={list.next} />}
    </AdminPage>
  );
}

/** What no form of the page shows: its payment has been refunded meanwhile, or Stripe has refused. */
function RefusedRefund({ shown }: { shown: readonly PaymentRow[] }) {
  const refused = useRefusedForm();
  if (!refused) return null;
  const [receipt, seen] = [submittedValue(refused, "receipt"), submittedValue(refused, "seen")];
  if (shown.some(({ id, refund }) => refund && id === receipt && String(refund.seen) === seen)) return null;
  return <Notice tone="error" title={firstMessage(refused)} className="mb-4" />;
}

function NoRows({ view, fields }: MoneyScreenProps) {
  const isUsed = Object.values(fields).some((value) => value !== "");
  const titles: Record<MoneyView, string> = {
    month: "",
    payments: "お支払いはありません",
    failed: "失敗したお支払いはありません",
    refunds: "返金はありません",
    disputes: "カード会社への異議はありません",
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
  const narrow = stateLabels[view];
  return (
    <FilterPanel action={moneyPath} fields={fields} list={view} unfiltered={moneyHref(view)} columns={4}>
      <input type="hidden" name="view" value={view} />
      <TextField name="user" label="会員のIDかユーザーID" defaultValue={fields.user} autoComplete="off" />
      {view === "payments" && (
        <TextField name="number" label="領収書の番号" defaultValue={fields.number} autoComplete="off" />
      )}
      <TextField name="from" type="date" label="この日から" defaultValue={fields.from} />
      <TextField name="to" type="date" label="この日まで" defaultValue={fields.to} />
      {narrow && (
        <TickBox name="state" value={narrow.state} defaultChecked={fields.state !== ""}>
          {narrow.label}
        </TickBox>
      )}
    </FilterPanel>
  );
}
