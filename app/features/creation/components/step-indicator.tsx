import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type CreationStep, creationSteps } from "../creation-flow.ts";

/** Where one stands in the four steps (spec 3 §2.1, §2.2). */
export function StepIndicator({ step }: { step: CreationStep }) {
  const current = creationSteps.findIndex(({ id }) => id === step);
  return (
    <ol aria-label="作成の手順" className="flex">
      {creationSteps.map(({ id, label }, position) => {
        const done = position < current;
        const here = position === current;
        return (
          <li
            key={id}
            aria-current={here ? "step" : undefined}
            className="relative flex flex-1 flex-col items-center gap-1.5"
          >
            {position > 0 && (
              <span
                aria-hidden="true"
                className={classNames(
                  "absolute top-3.5 right-[calc(50%+1.25rem)] left-[calc(-50%+1.25rem)] h-px",
                  done || here ? "bg-accent" : "bg-line-strong/50",
                )}
              />
            )}
            <span
              className={classNames(
                "grid size-7 place-items-center rounded-full border text-xs font-bold tabular-nums",
                here && "border-accent bg-accent text-on-accent",
                done && "border-accent text-accent",
                !here && !done && "border-line-strong/50 text-muted",
              )}
            >
              {done ? <Icon name="check" className="size-3.5" /> : position + 1}
            </span>
            <span
              className={classNames("text-center text-xs text-balance", here ? "font-bold" : "text-muted")}
            >
              {label}
              {done && <span className="sr-only">（完了）</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
