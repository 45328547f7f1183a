import { Link } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { FirstDayStep } from "./first-day.server.ts";

export function FirstDayList({ steps }: { steps: readonly FirstDayStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section aria-labelledby="first-day" className="mb-8">
      <h2 id="first-day" className="mb-1 text-base font-bold">
        はじめの日
      </h2>
      <p className="mb-3 text-sm text-muted tabular-nums">
        {steps.length}つのうち{done}つが終わっています。終わったものには、自動で印が付きます。
      </p>
      <Card flush>
        <ol className="divide-y divide-line">
          {steps.map((step) => (
            <Step key={step.key} step={step} />
          ))}
        </ol>
      </Card>
    </section>
  );
}

function Step({ step }: { step: FirstDayStep }) {
  const { label, help, command, to, isDone, isOptional } = step;
  return (
    <li className="flex items-start gap-3 px-4 py-3 rail:px-5">
      <span
        className={classNames(
          "mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border",
          isDone ? "border-voice-b bg-voice-b-tint text-voice-b" : "border-line-strong text-transparent",
        )}
      >
        {isDone && <Icon name="check" className="text-xs" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className={isDone ? "text-muted" : "font-bold"}>{label}</span>
          <span className="sr-only">{isDone ? "：終わり" : "：まだ"}</span>
          {isOptional && !isDone && <Badge>任意</Badge>}
        </p>
        {!isDone && (
          <>
            <p className="text-xs text-muted">{help}</p>
            <code className="mt-1 block rounded-card bg-sunken px-3 py-2 text-xs break-all select-all">
              {command}
            </code>
            {to && (
              <Link to={to} className="inline-flex min-h-11 items-center text-sm text-accent underline">
                この画面で招待する
              </Link>
            )}
          </>
        )}
      </div>
    </li>
  );
}
