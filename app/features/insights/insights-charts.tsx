import type { ReactNode } from "react";
import { playSources } from "#app/features/listening/listening.ts";
import { formatCount } from "#app/lib/format-count.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import stylesheet from "./insights.css?url";
import { type CountedSource, type DayCounts, type LeavingCurve, sourceLabels } from "./insights.ts";

const dayWidth = 10;
const barWidth = 7;

/** Plays by day: a picture, which without plays would be an empty frame, and the same as a table. */
export function DaysCard({ days }: { days: readonly DayCounts[] }) {
  const plays = days.reduce((sum, day) => sum + day.plays, 0);
  const highest = Math.max(1, ...days.map((day) => day.plays));
  const bar = (day: DayCounts, index: number) => {
    const height = (100 * day.plays) / highest;
    return `M${index * dayWidth + (dayWidth - barWidth) / 2} 100v${-height}h${barWidth}v${height}z`;
  };
  const today = days.at(-1);
  return (
    <ChartCard id="days" heading={`${days.length}日間の再生`} headline={`${plays.toLocaleString("ja-JP")}回`}>
      {/* Only these pages need it: React puts it into the head. */}
      <link rel="stylesheet" href={stylesheet} precedence="page" />
      {plays === 0 ? (
        <p className="text-sm leading-[1.7]">
          まだ再生されていません。音声のページの「共有」から、リンクを送れます。
        </p>
      ) : (
        <>
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${days.length * dayWidth} 100`}
            preserveAspectRatio="none"
            className="insights-chart"
          >
            <path className="grid" d={`M0 100h${days.length * dayWidth}`} />
            <path className="bars" d={days.slice(0, -1).map(bar).join("")} />
            {today && <path className="today" d={bar(today, days.length - 1)} />}
          </svg>
          <p aria-hidden="true" className="insights-scale">
            <span>{shortDay(days[0]?.day ?? "")}</span>
            <span>多い日 {formatCount(highest)}回</span>
            <span>今日</span>
          </p>
        </>
      )}
      <Numbers label="日ごとの数値">
        <thead>
          <tr>
            <th scope="col">日付</th>
            <th scope="col">再生</th>
            <th scope="col">アプリの取得</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, plays: ofDay, sources }) => (
            <tr key={day}>
              <th scope="row">{shortDay(day)}</th>
              <td>{ofDay}</td>
              <td>{sources.feed}</td>
            </tr>
          ))}
        </tbody>
      </Numbers>
    </ChartCard>
  );
}

/** What led to the plays. */
export function SourcesCard({ days }: { days: readonly DayCounts[] }) {
  const sum = (source: CountedSource) => days.reduce((all, day) => all + day.sources[source], 0);
  const plays = days.reduce((all, day) => all + day.plays, 0);
  const shown = playSources.map((source) => ({ source, value: sum(source) }));
  return (
    <ChartCard id="ways" heading="どこから聴かれたか">
      <dl className="insights-ways">
        {shown.map(({ source, value }) => (
          <SourceBar key={source} label={sourceLabels[source]} value={value} of={plays} />
        ))}
        <SourceBar label={sourceLabels.feed} value={sum("feed")} of={Math.max(plays, sum("feed"))} isOther />
      </dl>
      <p className="pt-3 text-xs text-muted">
        残しているのは、この5つの数だけです。だれがどのページから来たかは残しません。アプリの取得は再生に数えません。
      </p>
    </ChartCard>
  );
}

function SourceBar({
  label,
  value,
  of,
  isOther,
}: {
  label: string;
  value: number;
  of: number;
  isOther?: boolean;
}) {
  return (
    <div>
      <dt>
        <span>{label}</span>
        <span aria-hidden="true" className="tabular-nums">
          {value.toLocaleString("ja-JP")}
        </span>
      </dt>
      <dd>
        <span className="sr-only">{value}回</span>
        <div aria-hidden="true" className={isOther ? "insights-bar other" : "insights-bar"}>
          <span style={{ width: `${of === 0 ? 0 : (100 * value) / of}%` }} />
        </div>
      </dd>
    </div>
  );
}

const markedFall = 10;

/** Where listeners left: a picture, and line by line. */
export function CurveCard({ curve, durationMs }: { curve: LeavingCurve; durationMs: number }) {
  const { lines, listeners, finishedPercent } = curve;
  const x = (ms: number) => Math.round((1000 * ms) / durationMs) / 10;
  const steps = lines
    .map(({ startMs, percent }, index) =>
      index === 0 ? `M0 ${100 - percent}` : `H${x(startMs)}V${100 - percent}`,
    )
    .join("");
  const edge = `${steps}H100`;
  return (
    <ChartCard
      id="curve"
      heading="どこまで聴かれたか"
      headline={`最後まで ${finishedPercent}％`}
      note={`昨日までに聴いた会員${listeners.toLocaleString("ja-JP")}人の、最後の位置からです。`}
    >
      <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className="insights-chart">
        <path className="under" d={`${edge}V100H0z`} />
        <path className="grid" d="M0 0h100M0 50h100M0 100h100" />
        <path className="edge" d={edge} />
      </svg>
      <p aria-hidden="true" className="insights-scale">
        <span>0:00</span>
        <span>{formatTime(durationMs / 1000)}</span>
      </p>
      <Numbers label="行ごとの数値" isOpen>
        <thead>
          <tr>
            <th scope="col">時刻</th>
            <th scope="col" className="said">
              台詞
            </th>
            <th scope="col">聴いた人</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ startMs, speaker, text, percent }, index) => {
            const fall = (lines[index - 1]?.percent ?? percent) - percent;
            return (
              <tr key={startMs}>
                <th scope="row">{formatTime(startMs / 1000)}</th>
                <td className="said">
                  <span className="sr-only">{speaker}：</span>
                  {text}
                </td>
                <td className={fall >= markedFall ? "fell" : undefined}>{percent}％</td>
              </tr>
            );
          })}
        </tbody>
      </Numbers>
    </ChartCard>
  );
}

export function FactsCard({ facts }: { facts: readonly { label: string; value: number }[] }) {
  return (
    <ChartCard id="facts" heading="これまでの反響">
      <dl className="insights-facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value.toLocaleString("ja-JP")}</dd>
          </div>
        ))}
      </dl>
    </ChartCard>
  );
}

function ChartCard(props: {
  id: string;
  heading: string;
  headline?: string;
  note?: string;
  children: ReactNode;
}) {
  const { id, heading, headline, note, children } = props;
  return (
    <Card as="section" aria-labelledby={id} className="mb-4">
      <h2 id={id} className="text-sm text-muted">
        {heading}
      </h2>
      {headline && <p className="text-lg font-bold tabular-nums">{headline}</p>}
      {note && <p className="text-xs text-muted">{note}</p>}
      <div className="pt-3">{children}</div>
    </Card>
  );
}

function Numbers({ label, isOpen, children }: { label: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className="group mt-3 border-t border-line" open={isOpen}>
      <summary className="flex min-h-11 items-center justify-between text-sm text-muted hover:text-ink">
        {label}
        <Icon name="down" className="transition-transform group-open:rotate-180" />
      </summary>
      <table className="insights-table">
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </details>
  );
}

function shortDay(day: string): string {
  const [, month, date] = day.split("-").map(Number);
  return `${month}月${date}日`;
}
