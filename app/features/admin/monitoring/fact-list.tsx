import type { ReactNode } from "react";
import { tokyoOffsetMs } from "#app/lib/time-units.ts";

export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 text-right font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** 「3日 4時間 5分」; seconds within the first hour. */
export function formatUptime(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (days > 0) return `${days}日 ${hours}時間 ${minutes}分`;
  if (hours > 0) return `${hours}時間 ${minutes}分`;
  return `${minutes}分 ${Math.floor(seconds % 60)}秒`;
}

/** 「2026/11/22 20:01:05」 in Asia/Tokyo, the same on the server and in every browser. */
export function formatClock(at: number): string {
  const tokyo = new Date(at + tokyoOffsetMs).toISOString();
  return `${tokyo.slice(0, 10).replaceAll("-", "/")} ${tokyo.slice(11, 19)}`;
}
