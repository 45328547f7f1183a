import { useActionData } from "react-router";
import { type FormResult, formResultFor, isFormResult, submittedValue } from "#app/ui/form/form-result.ts";

/** The refused form of this page, if it has these hidden values; undefined for another one, and for none. */
export function useRefusedForm(
  values: Readonly<Record<string, string | number>> = {},
): FormResult | undefined {
  const data = useActionData<object>();
  return formResultFor(isFormResult(data) ? data : undefined, values);
}

/** Props of a question's field: `initial` stands there until something else was typed. */
export const typedField = (refused: FormResult | undefined, name: string, initial?: string) => ({
  name,
  defaultValue: submittedValue(refused, name) ?? initial,
  errors: refused?.result.error?.[name] ?? undefined,
});
