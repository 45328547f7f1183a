import type { DefaultValue } from "@conform-to/react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useRefusedForm } from "./refused-form.ts";

type Values = Readonly<Record<string, string | number>>;

interface ConsoleFormOptions<Name extends string> {
  intent: string;
  action: string;
  /** Further hidden fields. */
  values?: Values;
  defaultValue?: DefaultValue<Record<Name, string>>;
}

/** A form of the page for this intent, with its refusal. `Name` has the fields that it shows. */
export function useConsoleForm<Name extends string>(options: ConsoleFormOptions<Name>) {
  const { intent, action, values, defaultValue } = options;
  const refused = useRefusedForm({ intent });
  const post = useFormPost<Record<Name, string>>({
    id: intent,
    action,
    intent,
    formResult: refused,
    defaultValue,
  });
  return { ...post, refused, hidden: { intent, ...values } };
}

interface ConsoleFormProps {
  post: Pick<ReturnType<typeof useConsoleForm>, "form" | "hidden" | "isSubmitting" | "error">;
  children: ReactNode;
  /** Heads the message of a refusal. */
  failureTitle?: string;
  label: string;
  busyLabel: string;
  icon?: IconName;
  /** Stands beside the button. */
  beside?: ReactNode;
}

/** Its fields, then its message, then its button. */
export function ConsoleForm({ post, children, failureTitle, label, beside, ...button }: ConsoleFormProps) {
  const { form, hidden, isSubmitting, error } = post;
  return (
    <Form {...form} preventScrollReset className="space-y-4">
      <HiddenFields values={hidden} />
      {children}
      {error && (
        <Notice tone="error" title={failureTitle ?? error}>
          {failureTitle && error}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button {...button} busy={isSubmitting}>
          {label}
        </Button>
        {beside}
      </div>
    </Form>
  );
}

export const HiddenFields = ({ values }: { values: Values }) =>
  Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
