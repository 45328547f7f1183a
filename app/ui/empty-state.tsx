import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

interface EmptyStateProps {
  icon?: IconName;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  heading?: "h1" | "h2";
  /** Makes the sentence focusable. */
  titleId?: string;
}

export function EmptyState({
  icon = "infinity",
  title,
  children,
  action,
  heading: Heading,
  titleId,
}: EmptyStateProps) {
  const Title = Heading ?? "p";
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-14 text-center">
      <span className="grid size-20 place-items-center rounded-full bg-sunken text-[2rem] text-accent">
        <Icon name={icon} />
      </span>
      <div className="max-w-90 space-y-2">
        <Title id={titleId} tabIndex={titleId ? -1 : undefined} className="text-lg font-bold text-balance">
          {title}
        </Title>
        {children && <div className="text-sm text-muted text-balance">{children}</div>}
      </div>
      {action && <div className="pt-1">{action}</div>}
    </div>
  );
}
