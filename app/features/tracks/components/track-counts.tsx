import { compactCount } from "#app/lib/compact-count.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";

/** One number about a track: an icon for the eye, words for the ear. */
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
  return (
    <span className={classNames("inline-flex items-center gap-1 whitespace-nowrap tabular-nums", className)}>
      <Icon name={icon} />
      <span className="sr-only">{label} </span>
      {compactCount(value)}
      <span className="sr-only">回</span>
    </span>
  );
}
