import { type ReactNode, useEffect, useId, useRef } from "react";
import { Form, Link, useLocation, useNavigation } from "react-router";
import { Button, type ButtonVariant, buttonClass } from "#app/ui/button.tsx";
import { hidePopover } from "#app/ui/dialog/hide-popover.ts";
import { TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage } from "#app/ui/form/form-result.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useConsoleData, useFormPermission } from "../console-data.ts";
import { HiddenFields } from "./console-form.tsx";
import { useRefusedForm } from "./refused-form.ts";

export interface Question {
  title: string;
  text?: ReactNode;
  fields?: ReactNode;
  confirmLabel: string;
  /** Heads the message of a refused form. */
  failureTitle?: string;
  /** Stands below that title when the server gave no message. */
  failureText?: string;
  isDestructive?: boolean;
  /** The change needs the password (`requirePassword`): the field is there from the start. */
  needsPassword?: boolean;
}

interface ConfirmFormProps extends Question {
  action?: string;
  /** Hidden fields; `intent` names the action's part. Together they tell this form from the page's others. */
  values: Record<string, string | number>;
  /** The page says itself why this form was refused: the question stays closed. */
  isRefusalAbove?: boolean;
  label: ReactNode;
  /** Accessible name, where `label` is not unique on the page. */
  ariaLabel?: string;
  icon?: IconName;
  variant?: ButtonVariant;
  disabled?: boolean;
}

/** A native popover, which opens without JavaScript too. Shows nothing to an operator whose role lacks the form. */
export function ConfirmForm(props: ConfirmFormProps) {
  const isPermitted = useFormPermission();
  const { values, label, ariaLabel, icon, variant = "quiet", disabled, action, isRefusalAbove } = props;
  const id = useId();
  const location = useLocation();
  const path = action ?? location.pathname + location.search;
  const refused = useRefusedForm(values);
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
      <QuestionPopover id={id} formResult={isRefusalAbove ? undefined : refused} question={props}>
        {(content) => (
          <Form method="post" action={path} preventScrollReset noValidate>
            <HiddenFields values={values} />
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
  children: (content: ReactNode) => ReactNode;
  /** For the confirming button, where no form is around it. */
  submit?: { form: string; name: string; value: string };
}

/** Open from the start if there is an answer, also without JavaScript. */
export function QuestionPopover({ id, question, formResult, children, submit }: QuestionPopoverProps) {
  const popover = useRef<HTMLDivElement>(null);
  const { key, pathname, search } = useLocation();
  const { state } = useNavigation();
  const { title, text, fields, confirmLabel, failureTitle, failureText, isDestructive, needsPassword } =
    question;
  const shown = useRef({ key, address: pathname + search });
  const isPosted = useRef(false);
  // Close after an accepted form and on another page. A question that was opened before the scripts came stays open. So does
  // one that is opened while a cancelled refusal goes.
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
      tabIndex={-1}
      // Screen readers don't say a question that opens beside the focus.
      onToggle={({ newState }) => newState === "open" && popover.current?.focus()}
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

/** Needed by `requirePassword`. Hidden while the password was typed within the last 15 minutes. */
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
