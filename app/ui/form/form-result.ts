import type { SubmissionResult } from "@conform-to/react";

/** What the action of a form returns when the form was refused: Conform's result and why. Server and browser build it. */
export interface FormResult {
  /** Typed values and messages by field name; messages about the whole form are under `""`. */
  result: SubmissionResult<string[]>;
  /** HTTP status; 0 when no response came. */
  status: number;
  /** The error's code (`not_authenticated`, …); empty when the server gave none. */
  code: string;
}

/** Whether what an action returned means that the form was refused. */
export function isFormResult(data: object | null | undefined): data is FormResult {
  return Boolean(data && "result" in data);
}

/** A field, such as `title` or `names.A`, as it was typed; undefined when it was empty or missing. */
export function submittedValue(formResult: FormResult | undefined, name: string): string | undefined {
  let value: unknown = formResult?.result.initialValue;
  for (const part of name.split("."))
    value =
      typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(part) : undefined;
  return typeof value === "string" ? value : undefined;
}

/** The result of a page's action where it is about the form with these hidden values; a page has several forms. */
export function formResultFor(
  formResult: FormResult | undefined,
  values: Readonly<Record<string, string | number>>,
): FormResult | undefined {
  return Object.entries(values).every(([name, value]) => submittedValue(formResult, name) === String(value))
    ? formResult
    : undefined;
}

/** The first message of a refused form, about a field or the whole: for forms that show no messages beside fields. */
export function firstMessage({ result, status }: FormResult): string {
  const messages = Object.values(result.error ?? {}).flatMap((list) => list ?? []);
  return messages[0] ?? failureMessage({ status, error: "" });
}

/** Why a form was refused, for people: the server's message, or one for a missing network or a failed server. */
export function failureMessage({ status, error }: { status: number; error: string }): string {
  if (error) return error;
  return status === 0
    ? "通信できませんでした。接続を確認して、もう一度お試しください。"
    : "サーバーで問題が発生しました。しばらくしてから、もう一度お試しください。";
}
