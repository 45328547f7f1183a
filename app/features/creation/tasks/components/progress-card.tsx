import { type ReactNode, useId } from "react";
import { TrackCover } from "#app/features/covers/track-cover.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import stylesheet from "./drawn-cover.css?url";

interface ProgressCardProps {
  title: string;
  label: string;
  icon: "voice" | "edit";
  percent: number;
  /** Without JavaScript it reloads itself every 3 s. */
  path: string;
  cover?: { coverId: number; labels: string[] } | null;
  children: ReactNode;
}

/** With `cover`, it is drawn as far as the task is. */
export function ProgressCard({ title, label, icon, percent, path, cover, children }: ProgressCardProps) {
  const id = useId();
  const report = (
    <>
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="flex items-center gap-2 text-base">
          <Icon name={icon} className="animate-breathe self-center text-accent" />
          {title}
        </h2>
        <p className="text-lg font-bold tabular-nums">{percent}%</p>
      </div>
      <ProgressBar value={percent} label={label} />
      {children}
    </>
  );
  return (
    <Card as="section" aria-labelledby={id} className="space-y-4">
      <noscript>
        <meta httpEquiv="refresh" content={`3;url=${path}`} />
      </noscript>
      {cover ? (
        <div className="beside-cover space-y-4">
          <link rel="stylesheet" href={stylesheet} precedence="page" />
          <TrackCover track={{ ...cover, id: cover.coverId }} drawn={percent / 100} className="drawn-cover" />
          <div className="space-y-4">{report}</div>
        </div>
      ) : (
        report
      )}
    </Card>
  );
}
