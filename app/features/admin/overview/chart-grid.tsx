import { buttonClass } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import { ChartCard } from "./chart-card.tsx";
import type { OverviewCharts } from "./charts.server.ts";
import { formatDay } from "./units.ts";

/** The pictures of the last 30 or 90 days, and their numbers as a file. */
export function ChartGrid({ overview }: { overview: OverviewCharts }) {
  const { length, days, charts, recordedSince, hasRecords } = overview;
  if (!hasRecords) {
    return (
      <section aria-labelledby="statistics">
        <h2 id="statistics" className="mb-3 text-base font-bold">
          これまでの動き
        </h2>
        <Card className="text-sm text-muted">
          会員や再生の数は、サーバーを始めて5分ほどでここに出はじめます。
        </Card>
      </section>
    );
  }
  return (
    <section aria-labelledby="statistics">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <h2 id="statistics" className="text-base font-bold">
          これまでの動き
        </h2>
        <a
          href={`/admin/statistics.csv?days=${length}`}
          download
          className={buttonClass({ variant: "quiet" })}
        >
          <Icon name="download" />
          CSVで保存
        </a>
      </div>
      <LinkTabs
        label="期間"
        className="mb-4 max-w-90"
        tabs={[
          { to: "/admin", label: "30日", isCurrent: length === 30 },
          { to: "/admin?days=90", label: "90日", isCurrent: length === 90 },
        ]}
      />
      <p className="mb-4 text-xs text-muted">
        日付は日本時間です。今日の数は、まだ増えます。
        {recordedSince &&
          `${formatDay(recordedSince)}より前は、会員と音声の数だけがわかります（退会した会員と削除された音声を除く）。`}
      </p>
      <div className="grid grid-cols-1 items-start gap-4 rail:grid-cols-2 wide:grid-cols-3">
        {charts.map((chart) => (
          <ChartCard key={chart.id} chart={chart} days={days} />
        ))}
      </div>
    </section>
  );
}
