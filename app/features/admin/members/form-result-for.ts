import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";

/** The answer of a page's action where it is about the form with these hidden values. */
export function formResultFor(
  formResult: FormResult | undefined,
  of: Record<string, string>,
): FormResult | undefined {
  return Object.entries(of).every(([name, value]) => submittedValue(formResult, name) === value)
    ? formResult
    : undefined;
}
