import type { ReactNode } from "react";
import { Badge } from "#app/ui/badge.tsx";
import type { IconName } from "#app/ui/icon.tsx";

/** `good`: in order; `waiting`: for somebody; `active`: running; `bad`: failed, refused; `off`: ended, hidden. */
export type Status = "good" | "waiting" | "active" | "bad" | "off" | "premium";

const variants = {
  good: { tone: "info", icon: "check" },
  waiting: { tone: "accent", icon: "clock" },
  active: { tone: "accent", icon: "refresh" },
  bad: { tone: "danger", icon: "error" },
  off: { tone: "plain", icon: "eye-off" },
  premium: { tone: "gold", icon: "crown" },
} as const satisfies Record<Status, { tone: string; icon: IconName }>;

export function StatusBadge({
  status,
  icon,
  children,
}: {
  status: Status;
  icon?: IconName;
  children: ReactNode;
}) {
  const variant = variants[status];
  return (
    <Badge tone={variant.tone} icon={icon ?? variant.icon} className="whitespace-nowrap">
      {children}
    </Badge>
  );
}
