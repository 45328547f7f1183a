import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField, TextAreaField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { contactMessages, contactPath, contactSubjects, maxContactLengths } from "./contact.ts";
import { SenderFields } from "./sender-fields.tsx";

interface ContactFormProps {
  /** Initial values; `subject` comes from the link that led here. */
  known: { name: string; email: string; subject: string };
  formResult: FormResult | undefined;
}

export function ContactForm({ known, formResult }: ContactFormProps) {
  const { form, fields, field, isSubmitting, error, isErrorAtTop } = useFormPost<{
    name: string;
    email: string;
    subject: string;
    message: string;
  }>({
    id: "contact",
    action: contactPath,
    formResult,
    defaultValue: known,
  });
  const failure = error && (
    <Notice tone="error" title={contactMessages.failed}>
      {error}入力した内容は、このページに残っています。
    </Notice>
  );
  return (
    <Form {...form} className="space-y-6">
      {isErrorAtTop && failure}
      <SenderFields
        name={field(fields.name)}
        email={field(fields.email)}
        emailHelp="お返事はこのアドレスにお送りします。"
      />
      <SelectField {...field(fields.subject)} label="件名" hint="必須" required>
        <option value="" disabled hidden>
          選択してください
        </option>
        {contactSubjects.map((subject) => (
          <option key={subject}>{subject}</option>
        ))}
      </SelectField>
      <TextAreaField
        {...field(fields.message)}
        label="お問い合わせ内容"
        hint="必須"
        required
        rows={6}
        counter={{ max: maxContactLengths.message }}
      />
      {!isErrorAtTop && failure}
      <Button size="large" wide icon="mail" busy={isSubmitting} busyLabel="送信しています">
        送信する
      </Button>
    </Form>
  );
}

export function ContactSent({ isConfirmed }: { isConfirmed: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className="mx-auto flex w-full max-w-112 flex-col items-center px-6 pt-16 pb-10 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-voice-b-tint text-2xl text-voice-b">
        <Icon name="check" />
      </span>
      <h1 ref={heading} tabIndex={-1} className="pt-6 text-xl text-balance outline-none">
        {contactMessages.sent}
      </h1>
      <div className="space-y-3 pt-4 text-pretty text-muted">
        <p>
          ありがとうございます。内容は運営が確認し、お返事が必要なものには、ご記入のメールアドレスにご連絡します。
        </p>
        {isConfirmed && <p>アカウントのメールアドレスにも、受付の確認をお送りします。</p>}
      </div>
      <ButtonLink to="/" size="large" icon="home" wide className="mt-8">
        ホームに戻る
      </ButtonLink>
    </div>
  );
}
