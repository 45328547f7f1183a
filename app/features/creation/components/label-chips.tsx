import { Badge } from "#app/ui/badge.tsx";

/** The labels of a script. Nothing when it has none. */
export function LabelChips({ labels }: { labels: string[] }) {
  if (labels.length === 0) return null;
  return (
    <ul aria-label="ラベル" className="flex flex-wrap gap-2">
      {labels.map((label) => (
        <li key={label}>
          <Badge>{label}</Badge>
        </li>
      ))}
    </ul>
  );
}
