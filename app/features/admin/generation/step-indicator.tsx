import { type GenerationStep, stepNames } from "#app/features/themes/tasks/generation-task.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";

const steps: readonly GenerationStep[] = ["script_generation", "audio_generation", "completed"];

interface StepIndicatorProps {
  step: GenerationStep;
  isStopped: boolean;
}

export function StepIndicator({ step, isStopped }: StepIndicatorProps) {
  const at = steps.indexOf(step);
  return (
    <ol aria-label="進み具合" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      {step === "pending" && !isStopped && <li className="sr-only">{stepNames.pending}</li>}
      {steps.map((known, index) => {
        const isDone = step === "completed" || index < at;
        const isCurrent = index === at && !isDone;
        return (
          <li
            key={known}
            aria-current={isCurrent ? "step" : undefined}
            className={classNames(
              "flex items-center gap-1.5",
              isDone ? "text-voice-b" : isCurrent && !isStopped ? "font-bold text-voice-a" : "text-muted",
            )}
          >
            <span
              aria-hidden="true"
              className={classNames(
                "grid size-5 place-items-center rounded-full border border-current tabular-nums",
                isCurrent && !isStopped && "bg-voice-a-tint",
              )}
            >
              {isDone ? <Icon name="check" /> : isCurrent && isStopped ? <Icon name="close" /> : index + 1}
            </span>
            {stepNames[known]}
            {isDone && <span className="sr-only">（終わりました）</span>}
            {index < steps.length - 1 && (
              <span aria-hidden="true" className="h-px w-4 bg-line-strong rail:w-8" />
            )}
          </li>
        );
      })}
    </ol>
  );
}
