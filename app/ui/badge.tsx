import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

const tones = {
  plain: "bg-sunken text-muted",
  accent: "bg-voice-a-tint text-voice-a",
  info: "bg-voice-b-tint text-voice-b",
  gold: "bg-gold-tint text-gold",
  danger: "bg-danger-tint text-danger",
} as const;

interface BadgeProps {
  /** `gold` is for premium only. */
  tone?: keyof typeof tones;
  icon?: IconName;
  children: ReactNode;
  className?: string;
}

/** A short label or number. */
export function Badge({ tone = "plain", icon, children, className }: BadgeProps) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-bold tabular-nums",
        tones[tone],
        className,
      )}
    >
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
