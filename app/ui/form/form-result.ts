import type { SubmissionResult } from "@conform-to/react";

/** Conform's result and the reason of a refused form. Server and browser build it. */
export interface FormResult {
  /** Typed values and messages by field; those of the whole form under `""`. */
  result: SubmissionResult<string[]>;
  /** 0 without a response. */
  status: number;
  /** The error's code (`not_authenticated`, …); "" without one. */
  code: string;
}

export function isFormResult(data: object | null | undefined): data is FormResult {
  return Boolean(data && "result" in data);
}

/** A field as typed, such as `title` or `names.A`; undefined when empty or missing. */
export function submittedValue(formResult: FormResult | undefined, name: string): string | undefined {
  let value: unknown = formResult?.result.initialValue;
  for (const part of name.split("."))
    value =
      typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(part) : undefined;
  return typeof value === "string" ? value : undefined;
}

/** What was ticked in a refused form; undefined without one. */
export function submittedValues(formResult: FormResult | undefined, name: string): string[] | undefined {
  if (!formResult) return undefined;
  const typed = formResult.result.initialValue?.[name];
  return [typed ?? []].flat().filter((value) => typeof value === "string");
}

/** The action's result, if it is about the form with these hidden values. */
export function formResultFor(
  formResult: FormResult | undefined,
  values: Readonly<Record<string, string | number>>,
): FormResult | undefined {
  return Object.entries(values).every(([name, value]) => submittedValue(formResult, name) === String(value))
    ? formResult
    : undefined;
}

/** The first message of a refused form, for forms without messages beside fields. */
export function firstMessage({ result, status }: FormResult): string {
  const messages = Object.values(result.error ?? {}).flatMap((list) => list ?? []);
  return messages[0] ?? failureMessage({ status, error: "" });
}

export function failureMessage({ status, error }: { status: number; error: string }): string {
  if (error) return error;
  return status === 0
    ? "通信できませんでした。接続を確認して、もう一度お試しください。"
    : "サーバーで問題が発生しました。しばらくしてから、もう一度お試しください。";
}
