import { Link } from "react-router";
import { auditActions } from "#app/features/audit/audit-actions.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { SelectField, TextField } from "#app/ui/form/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { FilterPanel } from "../parts/filter-panel.tsx";
import { TickBox } from "../parts/tick-box.tsx";
import { actorKindLabels, actorKinds, type LogFields, type LogRow, logPath, namePrefix } from "./log.ts";
import { LogChange } from "./log-change.tsx";

interface LogPageProps {
  names: readonly string[];
  fields: LogFields;
  rows: LogRow[];
  /** Cursor; null on the last page. */
  next: string | null;
  isContinued: boolean;
}

export function LogPage({ names, fields, rows, next, isContinued }: LogPageProps) {
  const query = queryOf(fields);
  const href = (extra: Record<string, string> = {}, path = logPath) => {
    const all = new URLSearchParams({ ...query, ...extra });
    return all.size > 0 ? `${path}?${all}` : path;
  };
  return (
    <AdminPage
      title="操作記録"
      lead="管理画面とコマンドでの変更、会員の再生履歴や端末を見たことの記録です。2年たつと消えます。"
      actions={
        // A file: the browser's own download.
        <a href={href({}, `${logPath}.csv`)} download className={buttonClass({ variant: "quiet" })}>
          <Icon name="download" />
          CSV
        </a>
      }
    >
      <Filter names={names} fields={fields} />
      <DataTable
        caption="操作記録"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            header: "操作",
            isTitle: true,
            cell: ({ action, isAutomated }) => (
              <span className="inline-flex flex-wrap items-center gap-2">
                {action}
                {isAutomated && <Badge>自動</Badge>}
              </span>
            ),
          },
          {
            header: "日時",
            cell: ({ at }) => <span className="tabular-nums rail:whitespace-nowrap">{at}</span>,
          },
          {
            header: "だれが",
            cell: ({ who }) => <span className="wrap-anywhere break-keep">{who}</span>,
          },
          { header: "対象", cell: ({ target }) => <Target target={target} /> },
          { header: "変更", cell: ({ change }) => <LogChange lines={change} /> },
        ]}
        empty={
          <EmptyState
            icon="document"
            title="記録は見つかりませんでした"
            action={
              Object.keys(query).length > 0 && (
                <ButtonLink to={logPath} variant="quiet">
                  絞り込みを解除
                </ButtonLink>
              )
            }
          />
        }
      />
      {(next || isContinued) && (
        <div className="flex flex-wrap gap-2 pt-4">
          {isContinued && (
            <ButtonLink to={href()} variant="quiet" icon="up">
              最新の記録へ
            </ButtonLink>
          )}
          {next && (
            <ButtonLink to={href({ cursor: next })} variant="quiet" icon="down">
              以前の記録
            </ButtonLink>
          )}
        </div>
      )}
    </AdminPage>
  );
}

const queryOf = (fields: LogFields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));

function Target({ target }: Pick<LogRow, "target">) {
  if (!target) return "—";
  return (
    <Link
      to={target.to}
      title={target.isGone ? "この対象についての記録" : undefined}
      className="text-accent underline wrap-anywhere"
    >
      {target.label}
      {target.isGone && <span className="text-xs">（記録）</span>}
    </Link>
  );
}

function Filter({ names, fields }: Pick<LogPageProps, "names" | "fields">) {
  return (
    <FilterPanel action={logPath} fields={fields} unfiltered={logPath} columns={3}>
      {fields.target && <input type="hidden" name="target" value={fields.target} />}
      <SelectField name="action" label="操作" defaultValue={fields.action}>
        <option value="">すべて</option>
        {Object.entries(auditActions).map(([action, label]) => (
          <option key={action} value={action}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField name="who" label="だれが" defaultValue={fields.who}>
        <option value="">すべて</option>
        {actorKinds.map((kind) => (
          <option key={kind} value={kind}>
            {actorKindLabels[kind]}
          </option>
        ))}
        {names.map((name) => (
          <option key={name} value={`${namePrefix}${name}`}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField name="user" label="会員のID" defaultValue={fields.user} autoComplete="off" />
      <TextField
        name="track"
        label="音声のID"
        inputMode="numeric"
        defaultValue={fields.track}
        autoComplete="off"
      />
      <TextField name="from" type="date" label="この日から" defaultValue={fields.from} />
      <TextField name="to" type="date" label="この日まで" defaultValue={fields.to} />
      <TickBox name="automated" value="1" defaultChecked={fields.automated === "1"}>
        自動の変更も表示する
      </TickBox>
    </FilterPanel>
  );
}
