import { type ReactNode, useEffect, useId, useRef } from "react";
import { Form, Link, useLocation, useNavigation } from "react-router";
import { Button, type ButtonVariant, buttonClass } from "#app/ui/button.tsx";
import { hidePopover } from "#app/ui/dialog/hide-popover.ts";
import { TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage, formResultFor } from "#app/ui/form/form-result.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useConsoleData, useFormPermission } from "../console-data.ts";

export interface Question {
  /** What is asked, such as 「この音声を非公開にしますか？」. */
  title: string;
  /** What follows from it. */
  text?: ReactNode;
  /** Further fields, such as a reason. */
  fields?: ReactNode;
  confirmLabel: string;
  /** Heads the message of a refused form; without it the message stands alone. */
  failureTitle?: string;
  /** Below that title, where the server gave no message of its own. */
  failureText?: string;
  isDestructive?: boolean;
  /** Of a change that needs the password (`requirePassword`): the field is there from the start. */
  needsPassword?: boolean;
}

interface ConfirmFormProps extends Question {
  /** Path of the route with the action, with its query; by default the page's own. */
  action?: string;
  /** Hidden fields; `intent` names the action's part. Together they tell this form from others of the page. */
  values: Record<string, string | number>;
  /** What the page's action returned, for whichever form: this one shows it when it is about its values. */
  formResult?: FormResult | undefined;
  /** The button that asks. */
  label: ReactNode;
  /** Its accessible name, where `label` alone is not unique on the page. */
  ariaLabel?: string;
  icon?: IconName;
  variant?: ButtonVariant;
  disabled?: boolean;
}

/**
 * A button that asks before its form is posted: the question is a native popover, which opens without JavaScript too. A
 * refused form comes back opened, with its message. Nothing for an operator whose role does not have it.
 */
export function ConfirmForm(props: ConfirmFormProps) {
  const isPermitted = useFormPermission();
  const { values, label, ariaLabel, icon, variant = "quiet", disabled, action } = props;
  const id = useId();
  const location = useLocation();
  const path = action ?? location.pathname + location.search;
  const formResult = formResultFor(props.formResult, values);
  if (!isPermitted(String(values.intent ?? ""))) return null;
  return (
    <>
      <Button
        type="button"
        variant={variant}
        icon={icon}
        aria-label={ariaLabel}
        title={ariaLabel}
        disabled={disabled}
        popoverTarget={id}
      >
        {label}
      </Button>
      <QuestionPopover id={id} formResult={formResult} question={props}>
        {(content) => (
          <Form method="post" action={path} preventScrollReset noValidate>
            {Object.entries(values).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {content}
          </Form>
        )}
      </QuestionPopover>
    </>
  );
}

interface QuestionPopoverProps {
  id: string;
  question: Question;
  formResult: FormResult | undefined;
  /** Draws the form around the question's fields and buttons. */
  children: (content: ReactNode) => ReactNode;
  /** Of the confirming button, where the form is not around it. */
  submit?: { form: string; name: string; value: string };
}

/** The question itself. With an answer it is open from the start, also without JavaScript. */
export function QuestionPopover({ id, question, formResult, children, submit }: QuestionPopoverProps) {
  const popover = useRef<HTMLDivElement>(null);
  const { key, pathname, search } = useLocation();
  const { state } = useNavigation();
  const { title, text, fields, confirmLabel, failureTitle, failureText, isDestructive, needsPassword } =
    question;
  const shown = useRef({ key, address: pathname + search });
  const isPosted = useRef(false);
  // The form was accepted, and the page has come anew, or another one has come. What was opened before the scripts came stays open,
  // and so does what is opened while a refused question, which was cancelled, goes.
  useEffect(() => {
    const { current: before } = shown;
    const address = pathname + search;
    if (before.key === key) return;
    shown.current = { key, address };
    if (isPosted.current || before.address !== address) hidePopover(popover.current);
    isPosted.current = false;
  }, [key, pathname, search]);
  const isOpen = formResult !== undefined;
  const otherErrors = formResult && !formResult.result.error?.password;
  return (
    <div
      ref={popover}
      id={id}
      {...(isOpen ? {} : { popover: "auto" })}
      role="dialog"
      aria-labelledby={`${id}-title`}
      className="fixed inset-0 z-40 m-auto h-fit max-h-[calc(100svh-2rem)] w-[min(28rem,calc(100vw-2rem))] overflow-y-auto rounded-card border border-line bg-surface p-5 text-left text-base font-normal whitespace-normal text-ink shadow-floating"
    >
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      {text && <div className="pt-2 text-sm text-muted">{text}</div>}
      {children(
        <div className="space-y-4 pt-4">
          {otherErrors && (
            <Notice tone="error" title={failureTitle ?? firstMessage(formResult)}>
              {failureTitle &&
                (formResult.code === "" && failureText ? failureText : firstMessage(formResult))}
            </Notice>
          )}
          {fields}
          {(needsPassword || formResult?.result.error?.password) && <PasswordAgain formResult={formResult} />}
          <div className="flex flex-wrap justify-end gap-2 pt-1">
            {isOpen ? (
              <Link to={pathname + search} className={buttonClass({ variant: "quiet" })}>
                キャンセル
              </Link>
            ) : (
              <Button type="button" variant="quiet" popoverTarget={id} popoverTargetAction="hide">
                キャンセル
              </Button>
            )}
            <Button
              {...submit}
              variant={isDestructive ? "danger" : "primary"}
              busy={state === "submitting"}
              onClick={() => {
                isPosted.current = true;
              }}
            >
              {confirmLabel}
            </Button>
          </div>
        </div>,
      )}
    </div>
  );
}

/**
 * The field `password` of a form whose change needs it (`requirePassword`); nothing while the password was typed within the last 15 minutes.
 * `formResult` is what the form's action returned.
 */
export function PasswordAgain({ formResult }: { formResult?: FormResult | undefined }) {
  const data = useConsoleData();
  const id = useId();
  const errors = formResult?.result.error?.password ?? undefined;
  if (data?.admin?.isPasswordFresh && !errors) return null;
  return (
    <TextField
      id={id}
      name="password"
      type="password"
      label="パスワード"
      help="安全のため、もう一度入力してください。"
      autoComplete="current-password"
      errors={errors}
      focused={errors !== undefined}
    />
  );
}
