import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

export type NoticeTone = "info" | "success" | "warning" | "error";

const variants: Record<NoticeTone, { ground: string; ink: string; icon: IconName }> = {
  info: { ground: "bg-voice-b-tint", ink: "text-voice-b", icon: "info" },
  success: { ground: "bg-voice-b-tint", ink: "text-voice-b", icon: "check" },
  warning: { ground: "bg-voice-a-tint", ink: "text-voice-a", icon: "warning" },
  error: { ground: "bg-danger-tint", ink: "text-danger", icon: "error" },
};

interface NoticeProps {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announced when it appears, `politely` after the current speech; by default only errors. */
  live?: boolean | "politely";
  className?: string;
}

export function Notice({
  tone = "info",
  title,
  children,
  actions,
  live = tone === "error",
  className,
}: NoticeProps) {
  const variant = variants[tone];
  return (
    <div
      role={live === "politely" ? "status" : live ? "alert" : undefined}
      className={classNames("flex gap-3 rounded-card p-4 text-sm", variant.ground, className)}
    >
      <Icon name={variant.icon} className={classNames("mt-0.5 text-base", variant.ink)} />
      <div className="min-w-0 flex-1 space-y-1">
        {title && <p className={classNames("font-bold", variant.ink)}>{title}</p>}
        {children && <div className="leading-[1.7] text-ink">{children}</div>}
        {actions && <div className="flex flex-wrap gap-2 pt-2">{actions}</div>}
      </div>
    </div>
  );
}
