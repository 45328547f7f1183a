import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { seriesPath } from "../series.ts";
import type { SeriesSummary } from "../server/find-series.server.ts";

const stateNames = { active: null, paused: "一時停止中", ended: "終わりました" } as const;

export function SeriesList({ series }: { series: readonly SeriesSummary[] }) {
  if (series.length === 0)
    return (
      <EmptyState
        icon="calendar"
        title="連続番組はまだありません"
        action={<ButtonLink to="/sources">文章を取り込む</ButtonLink>}
      >
        長い文章を章ごとや数分ごとに分けて、決めた曜日と時刻に続けて公開します。
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-line">
      {series.map(({ id, title, state, cadence, problem, published, count }) => (
        <li key={id}>
          <Link to={seriesPath(id)} className="flex min-h-14 items-center gap-3 py-2">
            <Icon name="calendar" className="text-muted" />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{title}</span>
              <span className="block truncate text-xs text-muted tabular-nums">
                {published}/{count}回・{stateNames[state] ?? cadence}
              </span>
              {problem && state === "active" && <span className="block text-xs text-danger">{problem}</span>}
            </span>
            <Icon name="forward" className="text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
