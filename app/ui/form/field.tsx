import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useState,
} from "react";
import { countCharacters } from "#app/lib/characters.ts";
import { classNames } from "../class-names.ts";
import { Icon } from "../icon.tsx";

interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  errors?: string[] | undefined;
  /** `count` returns the length; by default `countCharacters`, as on the server. */
  counter?: { max: number; count?: (value: string) => number } | undefined;
  hint?: string | undefined;
  /** The first wrong field of a refused page: the browser goes there, also without JavaScript. */
  focused?: boolean | undefined;
}

interface Ids {
  id: string;
  describedBy: string | undefined;
}

type InputProps = FieldProps &
  InputHTMLAttributes<HTMLInputElement> & {
    key?: React.Key | null | undefined;
    ref?: React.Ref<HTMLInputElement> | undefined;
  };
type TextAreaProps = FieldProps &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { key?: React.Key | null | undefined };

type SelectProps = Omit<FieldProps, "counter"> & SelectHTMLAttributes<HTMLSelectElement>;

const control =
  "block w-full rounded-card border bg-surface px-4 text-base text-ink placeholder:text-muted placeholder:opacity-80 transition-[border-color] disabled:opacity-60";
const border = (wrong: boolean) => (wrong ? "border-danger" : "border-line-strong focus:border-accent");

/** A text input with label, help and error. Takes any attribute of `<input>`. */
export function TextField({
  label,
  help,
  errors,
  counter,
  hint,
  focused,
  className,
  onInput,
  ...input
}: InputProps) {
  const wrong = Boolean(errors?.length || input["aria-invalid"]);
  const typed = useTypedValue(input.value ?? input.defaultValue);
  return (
    <Frame {...{ label, help, errors, counter, hint, id: input.id, typed: typed.value }}>
      {({ id, describedBy }) => (
        <input
          type="text"
          {...input}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={wrong || undefined}
          {...(focused && { autoFocus: true })}
          onInput={(event) => {
            typed.set(event.currentTarget.value);
            onInput?.(event);
          }}
          className={classNames(control, "min-h-12 py-2", border(wrong), className)}
        />
      )}
    </Frame>
  );
}

/** A text area with label, help and error; grows with its text where the browser can. */
export function TextAreaField({
  label,
  help,
  errors,
  counter,
  hint,
  focused,
  className,
  onInput,
  ...area
}: TextAreaProps) {
  const wrong = Boolean(errors?.length);
  const typed = useTypedValue(area.value ?? area.defaultValue);
  return (
    <Frame {...{ label, help, errors, counter, hint, id: area.id, typed: typed.value }}>
      {({ id, describedBy }) => (
        <textarea
          rows={6}
          {...area}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={wrong || undefined}
          {...(focused && { autoFocus: true })}
          onInput={(event) => {
            typed.set(event.currentTarget.value);
            onInput?.(event);
          }}
          className={classNames(
            control,
            "field-sizing-content min-h-36 resize-y py-3 leading-[1.7]",
            border(wrong),
            className,
          )}
        />
      )}
    </Frame>
  );
}

/** A `<select>` with label, help and error. */
export function SelectField({ label, help, errors, hint, focused, className, ...select }: SelectProps) {
  const wrong = Boolean(errors?.length);
  return (
    <Frame {...{ label, help, errors, hint, counter: undefined, id: select.id, typed: null }}>
      {({ id, describedBy }) => (
        <div className="relative">
          <select
            {...select}
            id={id}
            aria-describedby={describedBy}
            aria-invalid={wrong || undefined}
            {...(focused && { autoFocus: true })}
            className={classNames(control, "min-h-12 appearance-none py-2 pr-11", border(wrong), className)}
          />
          <Icon
            name="down"
            className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </Frame>
  );
}

function Frame(
  props: FieldProps & { id: string | undefined; typed: string | null; children: (ids: Ids) => ReactNode },
) {
  const { label, help, errors, counter, hint, typed } = props;
  const made = useId();
  const id = props.id ?? made;
  const helpId = help ? `${id}-help` : undefined;
  const errorId = errors?.length ? `${id}-error` : undefined;
  const describedBy = [errorId, helpId].filter(Boolean).join(" ") || undefined;
  return (
    <div className="space-y-2">
      <label htmlFor={id} className="flex items-baseline gap-2 text-sm font-bold">
        {label}
        {hint && <span className="text-xs font-normal text-muted">{hint}</span>}
      </label>
      {props.children({ id, describedBy })}
      {(errorId || helpId || counter) && (
        <div className="flex items-start gap-4 text-xs">
          <div className="min-w-0 flex-1 space-y-1">
            {errorId && <FieldError id={errorId}>{errors?.[0]}</FieldError>}
            {help && (
              <p id={helpId} className="text-muted">
                {help}
              </p>
            )}
          </div>
          {counter && <Counter {...counter} typed={typed} />}
        </div>
      )}
    </div>
  );
}

/** The error of a field or group of controls. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1 text-sm font-bold text-danger">
      <Icon name="error" className="mt-[0.15em]" />
      <span>{children}</span>
    </p>
  );
}

/** Null before hydration and without JavaScript. */
function useTypedValue(given: InputProps["value"]) {
  const [typed, set] = useState<string | null>(null);
  const start = String(given ?? "");
  useEffect(() => set(start), [start]);
  return { value: typed, set };
}

function Counter({
  max,
  count = countCharacters,
  typed,
}: {
  max: number;
  count?: ((value: string) => number) | undefined;
  typed: string | null;
}) {
  const limit = max.toLocaleString("ja-JP");
  if (typed === null) return <p className="tabular-nums text-muted">{limit}文字まで</p>;
  const used = count(typed);
  return (
    <p className={classNames("tabular-nums", used > max ? "font-bold text-danger" : "text-muted")}>
      <span className="sr-only">入力した文字数 </span>
      {used.toLocaleString("ja-JP")} / {limit}
    </p>
  );
}
