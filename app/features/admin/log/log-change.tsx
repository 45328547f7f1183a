import type { ChangeLine } from "#app/features/audit/describe-change.ts";

export function LogChange({ lines }: { lines: readonly ChangeLine[] }) {
  if (lines.length === 0) return "—";
  return (
    <ul className="space-y-0.5 text-sm">
      {lines.map(({ label, before, after }) => (
        <li key={label} className="wrap-anywhere">
          <span className="text-muted">{label}：</span>
          {before ?? ""}
          {before !== null && after !== null && (
            <>
              <span aria-hidden="true"> → </span>
              <span className="sr-only">から</span>
            </>
          )}
          {after !== null && <strong>{after}</strong>}
        </li>
      ))}
    </ul>
  );
}
