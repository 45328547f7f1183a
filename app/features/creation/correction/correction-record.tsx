import { formatDate } from "#app/lib/format-date.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type Correction, correctedPlace } from "./correction.ts";

/** 訂正の記録, folded away; nothing without corrections. */
export function CorrectionRecord({ corrections }: { corrections: readonly Correction[] }) {
  if (corrections.length === 0) return null;
  return (
    <details className="group rounded-card border border-line px-4">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 text-sm font-bold [&::-webkit-details-marker]:hidden">
        <Icon name="down" className="transition-transform group-open:rotate-180" />
        訂正の記録（{corrections.length}件）
      </summary>
      <ol className="space-y-4 pt-1 pb-4 text-sm leading-[1.7]">
        {corrections.map((correction) => (
          <li
            key={`${correction.correctedAt} ${correctedPlace(correction)}`}
            className="space-y-1 [overflow-wrap:anywhere]"
          >
            <p className="text-muted">
              <time dateTime={correction.correctedAt}>{formatDate(new Date(correction.correctedAt))}</time>・
              {correctedPlace(correction)}
            </p>
            <CorrectedText {...correction} />
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Shows before, after and the author's note. The words are the same if only a reading changed; a cover has none. */
export function CorrectedText(o: Pick<Correction, "field" | "before" | "after" | "note">) {
  const { field, before, after, note } = o;
  if (field === "cover") return <p>ほかの絵を選びました</p>;
  const shown = (text: string) => (field === "labels" ? text.replaceAll("\n", "、") : text);
  const isReading = before === after && field === "line";
  return (
    <>
      <p className="whitespace-pre-line">
        <span className="sr-only">訂正前：</span>
        {isReading || before === "" ? (
          <span className="text-muted">{isReading ? "読み方を直しました" : "なし"}</span>
        ) : (
          <del className="text-muted">{shown(before)}</del>
        )}
      </p>
      <p className="whitespace-pre-line">
        <span className="sr-only">訂正後：</span>
        {after === "" ? (
          <span className="text-muted">なし</span>
        ) : (
          <ins className="no-underline">{shown(after)}</ins>
        )}
      </p>
      {note && <p className="text-muted">投稿者より：{note}</p>}
    </>
  );
}
