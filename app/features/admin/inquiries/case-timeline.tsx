import { maxNoteLength } from "#app/features/cases/cases.ts";
import { classNames } from "#app/ui/class-names.ts";
import { TextAreaField } from "#app/ui/form/field.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { typedField, useRefusedForm } from "../parts/refused-form.ts";
import type { TimelineEntry } from "./inquiries.ts";

const icons: Record<TimelineEntry["kind"], IconName> = {
  reply: "mail",
  note: "edit",
  handle: "check",
  reopen: "refresh",
  message: "person",
  appeal: "person",
  "appeal-reply": "mail",
};

export function CaseTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ol aria-label="経過" className="space-y-3 border-l-2 border-line pl-4 text-sm">
      {entries.map(({ id, kind, label, author, at, text }) => (
        <li key={id}>
          <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
            <Icon name={icons[kind]} />
            <span className="font-bold text-ink">{label}</span>
            <span>{author}</span>
            <span className="tabular-nums">{at}</span>
          </p>
          {text && (
            <p
              className={classNames(
                "mt-1 rounded-card px-3 py-2 whitespace-pre-wrap wrap-anywhere",
                kind === "reply" ? "bg-voice-a-tint" : "bg-sunken",
              )}
            >
              {text}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

interface NoteFormProps {
  action: string;
  values: Record<string, string | number>;
  about: string;
}

export function NoteForm({ action, values, about }: NoteFormProps) {
  return (
    <ConfirmForm
      action={action}
      values={values}
      label="メモ"
      ariaLabel={`メモを付ける：${about}`}
      icon="edit"
      title="メモを付ける"
      text="運営だけが見るメモです。相手には見えません。"
      fields={<CaseTextField name="note" label="メモ" max={maxNoteLength} values={values} />}
      confirmLabel="メモを保存"
    />
  );
}

interface CaseTextFieldProps {
  name: string;
  label: string;
  help?: string;
  max: number;
  /** Hidden fields, which tell a refused form from others. */
  values: Record<string, string | number>;
}

export function CaseTextField({ name, label, help, max, values }: CaseTextFieldProps) {
  const refused = useRefusedForm(values);
  return (
    <TextAreaField {...typedField(refused, name)} label={label} help={help} counter={{ max }} rows={4} />
  );
}

export function ReasonField({
  to = "投稿者に伝える理由",
  ...props
}: {
  to?: string;
  values: Record<string, string | number>;
}) {
  return (
    <CaseTextField
      name="reason"
      label={to}
      help="メールで届きます。空のままにすると、理由もメールも届きません。"
      max={maxNoteLength}
      {...props}
    />
  );
}

export function SelectBox({ formId, value, label }: { formId: string; value: string; label: string }) {
  return (
    <label className="-m-2 grid size-11 shrink-0 place-items-center">
      <input type="checkbox" form={formId} name="ids" value={value} aria-label={label} className="size-5" />
    </label>
  );
}
