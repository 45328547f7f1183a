import type { FieldMetadata } from "@conform-to/react";
import type { Ref } from "react";
import { Card } from "#app/ui/card.tsx";
import { FieldError } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { agreements } from "../creation.ts";

interface AgreementFieldsProps {
  ref?: Ref<HTMLFieldSetElement>;
  legend: string;
  field: FieldMetadata<string[]>;
  formResult: FormResult | undefined;
  /** Focuses the first missing point: nothing before it is wrong. */
  isFocused: boolean;
  onChange?: () => void;
}

export function AgreementFields({
  ref,
  legend,
  field,
  formResult,
  isFocused,
  onChange,
}: AgreementFieldsProps) {
  const { name, initialValue: ticked = [], errors } = field;
  const error = formResult && errors?.[0];
  const firstMissing = agreements.findIndex((_, point) => ticked[point] !== "on");
  return (
    <Card>
      <fieldset ref={ref} onChange={onChange} aria-describedby={error ? "agreement-error" : undefined}>
        <legend className="pb-2 text-sm font-bold">{legend}</legend>
        {agreements.map((label, point) => {
          const isMissing = error !== undefined && ticked[point] !== "on";
          return (
            <label key={label} className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5 text-sm">
              <input
                type="checkbox"
                name={`${name}[${point}]`}
                defaultChecked={ticked[point] === "on"}
                aria-required="true"
                aria-invalid={isMissing || undefined}
                className="size-6 shrink-0"
                {...(isMissing && isFocused && point === firstMissing && { autoFocus: true })}
              />
              {label}
            </label>
          );
        })}
        {error && <FieldError id="agreement-error">{error}</FieldError>}
      </fieldset>
      {/* In a new tab: typed text stays. */}
      <a
        href="/guidelines"
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-11 items-center text-sm text-accent underline"
      >
        コミュニティガイドラインを読む
      </a>
    </Card>
  );
}
