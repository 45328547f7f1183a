import type { ReactNode } from "react";

/** Facts with their names; rows without a value are left out. */
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
