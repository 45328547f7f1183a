import { factCheckBand, factCheckTones } from "#app/features/creation/fact-check/fact-check-card.tsx";
import type { GenerationTask } from "#app/features/themes/tasks/generation-task.ts";
import { SearchSuggestions, suggestionsPath } from "#app/features/tracks/transcript/search-suggestions.tsx";
import { classNames } from "#app/ui/class-names.ts";

const statusNames = { verified: "確認済み", issues_found: "要確認", error: "確認できませんでした" };

type FactCheckDetailsProps = {
  factCheck: NonNullable<GenerationTask["factCheck"]>;
  grounding: GenerationTask["grounding"];
  taskId: string;
};

export function FactCheckDetails({ factCheck, grounding, taskId }: FactCheckDetailsProps) {
  const { status, confidence, summary, issues } = factCheck;
  const ink = factCheckTones[factCheckBand(confidence)];
  return (
    <details className="group rounded-card bg-sunken text-sm">
      <summary className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-2">
        <span className="text-muted">ファクトチェック</span>
        <span className="font-bold">
          {status !== "error" && confidence === 0 ? "未確認" : statusNames[status]}
        </span>
        {status !== "error" && confidence > 0 && (
          <span className={classNames("font-bold tabular-nums", ink)}>信頼度 {Math.round(confidence)}%</span>
        )}
      </summary>
      <div className="space-y-2 px-4 pb-4">
        {summary && <p>{summary}</p>}
        {issues.length > 0 && (
          <ul className="list-disc space-y-1 pl-5">
            {issues.map((issue) => (
              <li key={issue}>{issue}</li>
            ))}
          </ul>
        )}
        {grounding ? <Sources grounding={grounding} /> : <p className="text-muted">{withoutSearch}</p>}
        <SearchSuggestions
          searches={factCheck.searches}
          path={suggestionsPath(factCheck, { kind: "generation", id: taskId })}
        />
      </div>
    </details>
  );
}

const withoutSearch = "このファクトチェックは、ほかの情報源を検索していません。";

function Sources({ grounding }: { grounding: NonNullable<GenerationTask["grounding"]> }) {
  return (
    <div>
      <p className="text-muted">照らし合わせた情報源</p>
      <ul className="list-disc space-y-1 pl-5">
        {grounding.sources.map(({ title, url }) => (
          <li key={url}>
            {/^https?:\/\//.test(url) ? (
              <a href={url} rel="noreferrer noopener" target="_blank" className="text-accent underline">
                {title || url}
              </a>
            ) : (
              title || url
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
