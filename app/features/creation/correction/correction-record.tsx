import { formatDate } from "#app/lib/format-date.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Correction } from "./correction.ts";

/** 訂正の記録: what was corrected in a track, folded away. Nothing without corrections. */
export function CorrectionRecord({ corrections }: { corrections: readonly Correction[] }) {
  if (corrections.length === 0) return null;
  return (
    <details className="group rounded-card border border-line px-4">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 text-sm font-bold [&::-webkit-details-marker]:hidden">
        <Icon name="down" className="transition-transform group-open:rotate-180" />
        訂正の記録（{corrections.length}件）
      </summary>
      <ol className="space-y-4 pt-1 pb-4 text-sm leading-[1.7]">
        {corrections.map(({ correctedAt, line, before, after, note }) => (
          <li key={correctedAt} className="space-y-1 [overflow-wrap:anywhere]">
            <p className="text-muted">
              <time dateTime={correctedAt}>{formatDate(new Date(correctedAt))}</time>・{line}行目
            </p>
            <CorrectedLine {...{ before, after, note }} />
          </li>
        ))}
      </ol>
    </details>
  );
}

/** A line as it was, as it is, and what its author says about that. Of one that is only read otherwise the words are the same. */
export function CorrectedLine(o: { before: string; after: string; note: string | null }) {
  const isReading = o.before === o.after;
  return (
    <>
      <p>
        <span className="sr-only">訂正前：</span>
        {isReading ? (
          <span className="text-muted">読み方を直しました</span>
        ) : (
          <del className="text-muted">{o.before}</del>
        )}
      </p>
      <p>
        <span className="sr-only">訂正後：</span>
        <ins className="no-underline">{o.after}</ins>
      </p>
      {o.note && <p className="text-muted">投稿者より：{o.note}</p>}
    </>
  );
}
