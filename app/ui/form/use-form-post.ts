import { type DefaultValue, type FieldMetadata, useForm } from "@conform-to/react";
import { type FormEvent, useEffect, useState } from "react";
import { type Navigation, useLocation, useNavigation } from "react-router";
import type { FormResult } from "./form-result.ts";

interface FormPostOptions<Fields extends Record<string, unknown>> {
  /** Unique on the page; the fields' ids begin with it. */
  id: string;
  action: string;
  /** Where a page posts several forms to one action. */
  intent?: string;
  /** That action's result for this form: `actionData`, or `fetcher.data`. */
  formResult: FormResult | undefined;
  defaultValue?: DefaultValue<Fields>;
  /** For `fetcher.Form`; by default the form navigates. */
  fetcher?: Pick<Navigation, "state" | "formAction" | "formData">;
  isFinishing?: boolean;
}

/**
 * A form posted to a `formAction`, with and without JavaScript. Spread `form` on `<Form>` (or `fetcher.Form`) and
 * `field(fields.x)` on field components. After a refusal the first invalid field has the focus and typed text stays; a field's
 * message goes with its first input. Prevents a second post during the first.
 */
export function useFormPost<Fields extends Record<string, unknown>>(options: FormPostOptions<Fields>) {
  const { id, action, intent, formResult, defaultValue, fetcher, isFinishing = false } = options;
  const navigation = useNavigation();
  const { state, formAction, formData } = fetcher ?? navigation;
  const isSent =
    state !== "idle" && formAction === action && (intent === undefined || formData?.get("intent") === intent);
  const isSubmitting = isSent || isFinishing;
  const [firstResult] = useState(formResult);
  const [lastMended, setMended] = useState<readonly unknown[]>([]);
  // The answer, then the names of the fields that were changed since.
  const mended = lastMended[0] === formResult ? lastMended : [formResult];
  const [form, fields] = useForm<Fields>({
    id,
    lastResult: isSubmitting ? null : (formResult?.result ?? null),
    ...(defaultValue && { defaultValue }),
  });
  useEffect(() => {
    // Conform focuses the first invalid control by name, which may be a hidden one. It draws its messages after this
    // effect: a field that knows of its own that it is wrong would have the focus before those above it.
    if (formResult)
      queueMicrotask(() =>
        document.getElementById(id)?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
      );
  }, [formResult, id]);
  const firstInvalid = Object.keys(formResult?.result.error ?? {}).find((name) => name !== "");
  // The form keeps its messages until its next answer.
  const error = formResult && !isSubmitting ? form.errors?.[0] : undefined;
  return {
    form: {
      id: form.id,
      method: "post" as const,
      action,
      // Its other buttons count for nothing meanwhile, and look so.
      "aria-busy": isSubmitting || undefined,
      // The server validates, with messages of its own.
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        if (isSubmitting) event.preventDefault();
        else form.onSubmit(event);
      },
      // A mended field that still looked wrong would hold back who sends: its message goes until the next answer.
      onInput({ target }: FormEvent<HTMLFormElement>) {
        if ("name" in target && !mended.includes(target.name)) setMended([...mended, target.name]);
      },
    },
    fields,
    /** Props of a field component: id, name, initial value and messages. */
    field: (metadata: FieldMetadata<string>) => ({
      id: metadata.id,
      name: metadata.name,
      defaultValue: metadata.initialValue ?? "",
      // Until Conform has a new answer it gives the messages of the one before, and the first of them would get the focus.
      errors:
        formResult?.result.error?.[metadata.name] && !mended.includes(metadata.name)
          ? metadata.errors
          : undefined,
      // Without JavaScript the browser goes to the first invalid field.
      focused: metadata.name === firstInvalid,
    }),
    isSubmitting,
    error,
    /** Whether the message belongs at the form's top, because the document was loaded with it; else at the button. */
    isErrorAtTop: formResult === firstResult,
  };
}

/** The page action's last result, until the next post or page: the router forgets it when the page's data is loaded again. */
export function useLastFormResult(formResult: FormResult | undefined): FormResult | undefined {
  const { key } = useLocation();
  const [last, setLast] = useState({ formResult, key });
  if (formResult && formResult !== last.formResult) setLast({ formResult, key });
  return formResult ?? (key === last.key ? last.formResult : undefined);
}
