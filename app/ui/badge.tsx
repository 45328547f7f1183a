import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

interface BadgeProps {
  /** `gold` is for premium only. */
  tone?: "plain" | "accent" | "info" | "gold" | "danger";
  icon?: IconName;
  children: ReactNode;
  className?: string;
}

export function Badge({ tone = "plain", icon, children, className }: BadgeProps) {
  return (
    <span className={classNames("badge", tone !== "plain" && `badge-${tone}`, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
