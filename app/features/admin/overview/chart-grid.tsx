import { buttonClass } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import type { Chart, OverviewCharts, Tone } from "./charts.server.ts";
import { formatDay, formatValue } from "./units.ts";

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

const strokes: Record<Tone, string> = {
  accent: "stroke-voice-a",
  slate: "stroke-voice-b",
  gold: "stroke-gold",
};
const fills: Record<Tone, string> = { accent: "fill-voice-a", slate: "fill-voice-b", gold: "fill-gold" };
const grounds: Record<Tone, string> = { accent: "bg-voice-a", slate: "bg-voice-b", gold: "bg-gold" };

function ChartCard({ chart, days }: { chart: Chart; days: readonly string[] }) {
  const { id, title, headline, comparison, series, drawing } = chart;
  const titleId = `chart-${id}`;
  return (
    <section
      aria-labelledby={titleId}
      className="min-w-0 rounded-card border border-line bg-surface p-4 rail:p-5"
    >
      <h3 id={titleId} className="text-sm text-muted">
        {title}
      </h3>
      <p className="text-lg font-bold tabular-nums">{headline}</p>
      <p className="min-h-6 text-xs text-muted tabular-nums">{comparison}</p>
      {drawing ? (
        <>
          <Plot chart={chart} drawing={drawing} />
          <div className="flex justify-between pt-1 pl-14 text-xs text-muted tabular-nums" aria-hidden="true">
            <span>{formatDay(days[0] ?? "")}</span>
            <span>{formatDay(days.at(-1) ?? "")}</span>
          </div>
        </>
      ) : (
        <p className="grid h-40 place-items-center rounded-sm bg-sunken px-4 text-center text-sm text-muted">
          まだ記録がありません。
        </p>
      )}
      {drawing && series.length === 1 && <div className="h-7" />}
      {drawing && series.length > 1 && (
        <ul className="flex min-h-7 flex-wrap gap-x-4 gap-y-1 pt-2 text-xs text-muted">
          {series.map(({ label, tone }) => (
            <li key={label} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={classNames("size-2.5 rounded-full", grounds[tone])} />
              {label}
            </li>
          ))}
        </ul>
      )}
      {drawing && <Numbers chart={chart} days={days} />}
    </section>
  );
}

/** Hidden from screen readers: the table below says the same. */
function Plot({ chart, drawing }: { chart: Chart; drawing: NonNullable<Chart["drawing"]> }) {
  const isLine = chart.kind === "line";
  return (
    <div aria-hidden="true" className="relative mt-2 h-40">
      {drawing.ticks.map(({ top, label }) => (
        <div
          key={label + top}
          className="absolute inset-x-0 flex h-0 items-center"
          style={{ top: `${top}%` }}
        >
          <span className="w-14 shrink-0 pr-2 text-right text-xs whitespace-nowrap text-muted tabular-nums">
            {label}
          </span>
          <span className="grow border-t border-line" />
        </div>
      ))}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${drawing.width} 100`}
        preserveAspectRatio="none"
        className="absolute inset-y-0 right-0 left-14 h-full w-[calc(100%-3.5rem)] overflow-visible"
      >
        {drawing.paths.map((d, index) => {
          const tone = chart.series[index]?.tone ?? "accent";
          return (
            <path
              key={chart.series[index]?.label}
              d={d}
              className={isLine ? classNames("fill-none", strokes[tone]) : fills[tone]}
              {...(isLine
                ? { strokeWidth: 2, vectorEffect: "non-scaling-stroke", strokeLinejoin: "round" }
                : {})}
            />
          );
        })}
      </svg>
    </div>
  );
}

function Numbers({ chart, days }: { chart: Chart; days: readonly string[] }) {
  const { title, unit, series } = chart;
  return (
    <details className="group mt-2 border-t border-line text-sm">
      <summary className="flex min-h-11 items-center justify-between text-muted hover:text-ink">
        <span>
          数値を見る<span className="sr-only">（{title}）</span>
        </span>
        <Icon name="down" className="transition-transform group-open:rotate-180" />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard. */}
      <section className="max-h-80 overflow-auto" tabIndex={0} aria-label={`${title}の数値`}>
        <table className="w-full text-right tabular-nums [&_td]:whitespace-nowrap [&_td,&_th]:py-1 [&_td,&_th]:pl-3 [&_th]:font-normal [&_th:first-child]:pl-0 [&_th:first-child]:text-left [&_tbody_tr]:border-t [&_tbody_tr]:border-line">
          <thead className="sticky top-0 bg-surface text-xs text-muted">
            <tr>
              <th scope="col">日付</th>
              {series.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day, index) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                {series.map(({ label, values }) => (
                  <td key={label}>{formatValue(values[days.length - 1 - index] ?? null, unit)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
