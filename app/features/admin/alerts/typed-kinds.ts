import type { FormResult } from "#app/ui/form/form-result.ts";

/** What was ticked in a refused form; undefined without one. */
export function typedKinds(formResult: FormResult | undefined, name: string): string[] | undefined {
  if (!formResult) return undefined;
  const typed = formResult.result.initialValue?.[name];
  return [typed ?? []].flat().filter((value) => typeof value === "string");
}
