import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import { SearchSuggestions, suggestionsPath } from "#app/features/tracks/transcript/search-suggestions.tsx";
import { Card } from "#app/ui/card.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";

type FactCheckBand = "high" | "middle" | "low";

/** The band of a confidence in percent: high from 80, middle from 60. */
export function factCheckBand(confidence: number): FactCheckBand {
  if (confidence >= 80) return "high";
  if (confidence >= 60) return "middle";
  return "low";
}

/** Contrast 4.5:1 on the card in both themes. */
export const factCheckTones: Record<FactCheckBand, string> = {
  high: "text-[light-dark(#2b6a45,#86cfa2)]",
  middle: "text-[light-dark(#84590b,#e0b35c)]",
  low: "text-danger",
};

const bandNames: Record<FactCheckBand, string> = { high: "高い", middle: "中くらい", low: "低い" };

/**
 * Status, confidence, summary and issues. 未確認 without confidence if nothing was looked up. `isReflected`: the script was
 * rewritten after an earlier check.
 */
export function FactCheckCard({
  factCheck,
  taskId,
  isReflected = false,
}: {
  factCheck: FactCheck | null;
  taskId: string;
  isReflected?: boolean;
}) {
  const { status, confidence, summary, issues, claims, searches } = factCheck ?? withoutCheck;
  const isChecked = confidence > 0 || claims.some(({ verdict }) => verdict !== "unchecked");
  const isVerified = isChecked && status === "verified";
  return (
    <Card as="section" aria-labelledby="fact-check" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id="fact-check" className="text-sm text-muted">
          ファクトチェック
        </h3>
        <p className="flex items-center gap-1.5 text-sm font-bold">
          <Icon
            name={isVerified ? "check" : "warning"}
            className={isVerified ? factCheckTones.high : factCheckTones.middle}
          />
          {isVerified ? "確認済み" : isChecked ? "要確認" : "未確認"}
        </p>
      </div>
      {isChecked && <Confidence confidence={confidence} />}
      {isReflected && <p className="text-sm">ファクトチェックの結果を反映した台本です。</p>}
      {summary && <p className="text-sm">{summary}</p>}
      {issues.length > 0 && <Issues issues={issues} />}
      <SearchSuggestions
        searches={searches}
        path={suggestionsPath(factCheck, { kind: "task", id: taskId })}
      />
    </Card>
  );
}

const withoutCheck: FactCheck = {
  status: "issues_found",
  confidence: 0,
  summary: "この台本の内容が事実かどうかは、まだ確かめていません。",
  issues: [],
  claims: [],
};

function Confidence({ confidence }: { confidence: number }) {
  const band = factCheckBand(confidence);
  return (
    <div className={classNames("flex items-center gap-3", factCheckTones[band])}>
      <p className="flex items-baseline gap-2 text-sm">
        <span className="text-muted">信頼度</span>
        <span className="text-lg font-bold tabular-nums">{Math.round(confidence)}%</span>
        <span className="sr-only">（{bandNames[band]}）</span>
      </p>
      <div aria-hidden="true" className="h-1.5 flex-1 overflow-hidden rounded-full bg-line">
        <div
          className="h-full origin-left rounded-full bg-current"
          style={{ transform: `scaleX(${confidence / 100})` }}
        />
      </div>
    </div>
  );
}

/** The rest is in a `<details>`. */
const visibleIssues = 3;

function Issues({ issues }: { issues: readonly string[] }) {
  const rest = issues.slice(visibleIssues);
  return (
    <div className="space-y-2 border-t border-line pt-3 text-sm">
      <IssueList issues={issues.slice(0, visibleIssues)} />
      {rest.length > 0 && (
        <details className="group">
          <summary className="flex min-h-11 items-center gap-1 font-bold text-accent">
            <Icon name="down" className="transition-transform group-open:rotate-180" />
            ほか{rest.length}件の指摘
          </summary>
          <IssueList issues={rest} />
        </details>
      )}
    </div>
  );
}

function IssueList({ issues }: { issues: readonly string[] }) {
  return (
    <ul className="space-y-2">
      {issues.map((issue) => (
        <li key={issue} className="flex gap-2">
          <span aria-hidden="true" className="mt-[0.7em] size-1.5 shrink-0 rounded-full bg-line-strong" />
          <span>{issue}</span>
        </li>
      ))}
    </ul>
  );
}
