import { type DefaultValue, type FieldMetadata, useForm } from "@conform-to/react";
import { type FormEvent, useEffect, useState } from "react";
import { type Navigation, useLocation, useNavigation } from "react-router";
import type { FormResult } from "./form-result.ts";

interface FormPostOptions<Fields extends Record<string, unknown>> {
  /** Unique on the page; the fields' ids begin with it. */
  id: string;
  /** Path of the route with the `formAction`. */
  action: string;
  /** Value of the hidden field `intent`, where several forms of a page are posted to one action. */
  intent?: string;
  /** What that action returned for this form: `actionData`, or `fetcher.data` with a fetcher. */
  formResult: FormResult | undefined;
  defaultValue?: DefaultValue<Fields>;
  /** Of a form that is sent by `fetcher.Form`; by default the form navigates. */
  fetcher?: Pick<Navigation, "state" | "formAction" | "formData">;
  /** The post was accepted, and the form is about to be left. */
  isFinishing?: boolean;
}

/**
 * A form that is posted to a `formAction`, alike with and without JavaScript. Spread `form` on `<Form>` (or `fetcher.Form`)
 * and `field(fields.x)` on the field components. After a refused post the first invalid field has the focus and typed text
 * stays; a form that is being sent is not sent twice.
 */
export function useFormPost<Fields extends Record<string, unknown>>(options: FormPostOptions<Fields>) {
  const { id, action, intent, formResult, defaultValue, fetcher, isFinishing = false } = options;
  const navigation = useNavigation();
  const { state, formAction, formData } = fetcher ?? navigation;
  const isSent =
    state !== "idle" && formAction === action && (intent === undefined || formData?.get("intent") === intent);
  const isSubmitting = isSent || isFinishing;
  const [firstResult] = useState(formResult);
  const [form, fields] = useForm<Fields>({
    id,
    lastResult: isSubmitting ? null : (formResult?.result ?? null),
    ...(defaultValue && { defaultValue }),
  });
  useEffect(() => {
    // Conform focuses the first invalid control by its name, which may be a hidden one.
    if (formResult) document.getElementById(id)?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [formResult, id]);
  const firstInvalid = Object.keys(formResult?.result.error ?? {}).find((name) => name !== "");
  // The form itself keeps its messages until its next answer.
  const error = formResult && !isSubmitting ? form.errors?.[0] : undefined;
  return {
    form: {
      id: form.id,
      method: "post" as const,
      action,
      // The server validates, with messages of its own.
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        if (isSubmitting) event.preventDefault();
        else form.onSubmit(event);
      },
    },
    fields,
    /** Props of a field component: id, name, initial value and messages. */
    field: (metadata: FieldMetadata<string>) => ({
      id: metadata.id,
      name: metadata.name,
      defaultValue: metadata.initialValue ?? "",
      errors: formResult && metadata.errors,
      // Without JavaScript the browser goes to the first invalid field.
      focused: metadata.name === firstInvalid,
    }),
    isSubmitting,
    /** Message about the whole form, if any. */
    error,
    /** Whether the message belongs to the top of the form, because the document was loaded with it; else to the button. */
    isErrorAtTop: formResult === firstResult,
  };
}

/**
 * What the action of a page returned last, until the next post or page: the router forgets it when the page's data is loaded again,
 * which a page does that is looked at again or waits for something.
 */
export function useLastFormResult(formResult: FormResult | undefined): FormResult | undefined {
  const { key } = useLocation();
  const [last, setLast] = useState({ formResult, key });
  if (formResult && formResult !== last.formResult) setLast({ formResult, key });
  return formResult ?? (key === last.key ? last.formResult : undefined);
}
