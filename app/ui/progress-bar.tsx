import { classNames } from "./class-names.ts";

interface ProgressBarProps {
  /** 0–100; absent when unknown. */
  value?: number | undefined;
  label: string;
  className?: string;
}

export function ProgressBar({ value, label, className }: ProgressBarProps) {
  const known = value === undefined ? undefined : Math.min(100, Math.max(0, Math.round(value)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known}
      className={classNames("h-2 overflow-hidden rounded-full bg-line", className)}
    >
      <div
        className={classNames(
          "h-full origin-left rounded-full bg-accent transition-transform",
          known === undefined && "animate-breathe",
        )}
        style={{ transform: `scaleX(${(known ?? 100) / 100})` }}
      />
    </div>
  );
}
