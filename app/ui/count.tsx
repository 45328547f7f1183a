import { formatCount } from "#app/lib/format-count.ts";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

/** Screen readers hear `label` instead of the icon. Nothing for zero. */
export function Count({
  icon,
  label,
  value,
  className,
}: {
  icon: IconName;
  label: string;
  value: number;
  className?: string;
}) {
  if (value === 0) return null;
  return (
    <span className={classNames("inline-flex items-center gap-1 whitespace-nowrap tabular-nums", className)}>
      <Icon name={icon} />
      <span className="sr-only">{label} </span>
      {formatCount(value)}
      <span className="sr-only">回</span>
    </span>
  );
}
