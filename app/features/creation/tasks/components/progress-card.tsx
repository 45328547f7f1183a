import { type ReactNode, useId } from "react";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";

interface ProgressCardProps {
  title: string;
  label: string;
  icon: "voice" | "edit";
  percent: number;
  /** Without JavaScript it reloads itself every 3 s. */
  path: string;
  children: ReactNode;
}

export function ProgressCard({ title, label, icon, percent, path, children }: ProgressCardProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="space-y-4">
      <noscript>
        <meta httpEquiv="refresh" content={`3;url=${path}`} />
      </noscript>
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="flex items-center gap-2 text-base">
          <Icon name={icon} className="animate-breathe self-center text-accent" />
          {title}
        </h2>
        <p className="text-lg font-bold tabular-nums">{percent}%</p>
      </div>
      <ProgressBar value={percent} label={label} />
      {children}
    </Card>
  );
}
