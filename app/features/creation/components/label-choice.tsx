import { labelNames } from "#app/engines/script/categories.ts";
import { ChoicePill } from "#app/ui/form/choice-pill.tsx";
import { FieldError } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";

interface LabelChoiceProps {
  labels: readonly unknown[];
  error: string | undefined;
}

export function LabelChoice({ labels, error }: LabelChoiceProps) {
  return (
    <fieldset aria-describedby={error ? "labels-error" : undefined}>
      <legend className="pb-2 text-sm font-bold">カテゴリー（5個まで）</legend>
      <div className="flex flex-wrap gap-2">
        {labelNames.map((name, place) => (
          <ChoicePill
            key={name}
            type="checkbox"
            name={`labels[${place}]`}
            value={name}
            label={name}
            defaultChecked={labels.includes(name)}
          />
        ))}
      </div>
      {error && <FieldError id="labels-error">{error}</FieldError>}
    </fieldset>
  );
}

export function typedLabels(formResult: FormResult | undefined): unknown[] | null {
  if (!formResult) return null;
  const labels: unknown = formResult.result.initialValue?.labels;
  return Array.isArray(labels) ? labels : [];
}
