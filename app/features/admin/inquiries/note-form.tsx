import { maxNoteLength } from "#app/features/cases/cases.ts";
import { TextAreaField } from "#app/ui/form/field.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { ConfirmForm } from "../parts/confirm-form.tsx";

interface NoteFormProps {
  action: string;
  /** Hidden fields: the intent and what the note is about. */
  values: Record<string, string | number>;
  answer: FormResult | undefined;
  /** What it is about, for its accessible name. */
  about: string;
}

/** A button that asks for an internal note. */
export function NoteForm({ action, values, answer, about }: NoteFormProps) {
  return (
    <ConfirmForm
      action={action}
      values={values}
      answer={answer}
      label="メモ"
      ariaLabel={`メモを付ける：${about}`}
      icon="edit"
      title="メモを付ける"
      text="運営だけが見るメモです。相手には見えません。"
      fields={<CaseTextField name="note" label="メモ" max={maxNoteLength} values={values} answer={answer} />}
      confirmLabel="メモを保存"
    />
  );
}

interface CaseTextFieldProps {
  name: string;
  label: string;
  help?: string;
  max: number;
  /** Hidden fields of its form, by which a refused form is told from others. */
  values: Record<string, string | number>;
  answer: FormResult | undefined;
}

/** A text of a form in a question; what was typed comes back with a refused form. */
export function CaseTextField({ name, label, help, max, values, answer }: CaseTextFieldProps) {
  const own = isAbout(answer, values) ? answer : undefined;
  return (
    <TextAreaField
      name={name}
      label={label}
      help={help}
      counter={{ max }}
      rows={4}
      defaultValue={submittedValue(own, name)}
      errors={own?.result.error?.[name] ?? undefined}
    />
  );
}

/** Whether what the page's action returned is about the form with these hidden fields. */
export function isAbout(answer: FormResult | undefined, values: Record<string, string | number>): boolean {
  const typed = answer?.result.initialValue;
  return Boolean(typed && Object.entries(values).every(([name, value]) => typed[name] === String(value)));
}
