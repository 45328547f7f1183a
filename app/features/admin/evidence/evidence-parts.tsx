import type { AuthorHistory, ScriptLine } from "./evidence.ts";

export function ScriptLines({ lines }: { lines: readonly ScriptLine[] }) {
  return lines.map(({ speaker, pieces }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of one script, never reordered
    <p key={index} className="wrap-anywhere">
      <span className="text-xs text-muted">{speaker} </span>
      {pieces.map(({ text, isLit }, at) =>
        isLit ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line
          <mark key={at} className="rounded-sm bg-voice-a-tint font-bold text-ink">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </p>
  ));
}

export function HistoryFacts({ history }: { history: AuthorHistory }) {
  const { age, isNew, reports, takedowns } = history;
  return (
    <>
      <span className={isNew ? "font-bold text-accent" : "text-muted"}>登録 {age}</span>
      {reports > 0 && <span className="text-danger">これまでの報告 {reports}件</span>}
      {takedowns > 0 && <span className="text-danger">公開停止 {takedowns}件</span>}
    </>
  );
}
