/** What a form gets back that could not be done: why, and all that was typed. Server and browser build it alike. */
export interface RefusedForm {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** The error's code (`not_authenticated`, …); empty when the server gave none. */
  code: string;
  /** For people, in Japanese; empty when the server gave none (`refusalText` has words for that). */
  error: string;
  /** Messages by field. */
  fields: Record<string, string[]>;
  /** As it was sent; the form is filled with it again. */
  values: Record<string, string>;
}

/** Why a form was refused, in words, also where the server had none. */
export function refusalText({ status, error }: Pick<RefusedForm, "status" | "error">): string {
  if (error) return error;
  return status === 0
    ? "通信できませんでした。接続を確認して、もう一度お試しください。"
    : "サーバーで問題が発生しました。しばらくしてから、もう一度お試しください。";
}

/** The first of a form's fields, given in their order on the page, that was refused. */
export function firstWrong<Name extends string>(
  refused: Pick<RefusedForm, "fields"> | null | undefined,
  names: readonly Name[],
): Name | undefined {
  return names.find((name) => refused?.fields[name]);
}
