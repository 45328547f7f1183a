import { useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import type { EmailPreview } from "#app/features/mail/email-layout.ts";
import {
  type EmailText,
  maxBodyLength,
  maxHeadingLength,
  maxSubjectLength,
} from "#app/features/mail/email-text.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextAreaField, TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { HiddenFields } from "../parts/console-form.tsx";
import { EmailPreviewCard } from "../parts/email-preview.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { TitledCard } from "../parts/titled-card.tsx";
import { emailTextsPath } from "./email-texts.ts";
import type { EditedEmail, EmailTextEntry, FixedEmail } from "./load-email-texts.server.ts";

const editPath = (template: string) => `${emailTextsPath}?edit=${encodeURIComponent(template)}`;

/** What was typed, and how it looks; nothing is saved. */
interface PreviewedEmail {
  text: EmailText;
  preview: EmailPreview;
}

interface EmailTextListProps {
  entries: readonly EmailTextEntry[];
  fixed: readonly FixedEmail[];
}

export function EmailTextList({ entries, fixed }: EmailTextListProps) {
  return (
    <AdminPage
      title="メールの文面"
      lead="会員やお問い合わせの方に、プログラムが送るメールです。直した文面は、これから送る分に使われます。"
      back={{ to: "/admin/notices", label: "全員へのお知らせ" }}
    >
      <ul className="grid max-w-180 gap-2">
        {entries.map(({ template, label, subject, version, isOwn, isOutdated }) => (
          <Card as="li" key={template} className="space-y-1">
            <p className="flex flex-wrap items-center gap-2">
              <Link
                to={editPath(template)}
                className="inline-flex min-h-11 items-center font-bold underline wrap-anywhere"
              >
                {label}
              </Link>
              {isOwn && <Badge tone="info">第{version}版</Badge>}
            </p>
            <p className="text-sm text-muted wrap-anywhere">{subject}</p>
            {isOutdated && <p className="text-sm text-danger">差し込みが合わず、元の文面で送っています。</p>}
          </Card>
        ))}
      </ul>
      <section aria-labelledby="fixed-emails" className="max-w-180 space-y-2 pt-8">
        <h2 id="fixed-emails" className="font-bold">
          文面を変えられないメール
        </h2>
        <p className="text-sm text-muted">運営に届くメールと、ログインを守るためのメールです。</p>
        <ul className="grid gap-2">
          {fixed.map(({ template, label, preview }) => (
            <Card as="li" key={template}>
              <details>
                <summary className="min-h-11 cursor-pointer py-2.5 font-bold wrap-anywhere">{label}</summary>
                <EmailPreviewCard {...preview} />
              </details>
            </Card>
          ))}
        </ul>
      </section>
    </AdminPage>
  );
}

interface EmailTextScreenProps {
  email: EditedEmail;
  previewed: PreviewedEmail | undefined;
}

export function EmailTextScreen({ email, previewed }: EmailTextScreenProps) {
  const refused = useRefusedForm();
  const intent = submittedValue(refused, "intent");
  const isAboutText = intent === "preview" || intent === "save";
  return (
    <AdminPage title={email.label} back={{ to: emailTextsPath, label: "メールの文面" }}>
      <div className="max-w-180 space-y-6">
        {refused && !isAboutText && <Notice tone="error" title={firstMessage(refused)} live="politely" />}
        {email.isOutdated && (
          <Notice tone="warning" title="この文面は使われていません">
            差し込みが合わないため、元の文面で送っています。直して保存すると、使われます。
          </Notice>
        )}
        {previewed && !refused && <Previewed email={email} previewed={previewed} />}
        <TextForm
          key={email.version}
          email={email}
          text={previewed?.text ?? email.text}
          formResult={isAboutText ? refused : undefined}
        />
        {!previewed && (
          <TitledCard title="いまの見本">
            <EmailPreviewCard {...email.preview} />
          </TitledCard>
        )}
        <Versions email={email} />
      </div>
    </AdminPage>
  );
}

function Previewed({ email, previewed }: { email: EditedEmail; previewed: PreviewedEmail }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // With scripts the page stays where the button was pressed; without, it begins here anyway.
  useEffect(() => heading.current?.focus(), []);
  const { text, preview } = previewed;
  return (
    <Card as="section" aria-labelledby="preview-title" className="space-y-4">
      <h2 ref={heading} id="preview-title" tabIndex={-1} className="scroll-mt-24 font-bold">
        入力した文面の見本（まだ保存していません）
      </h2>
      <EmailPreviewCard {...preview} />
      <Form method="post" action={editPath(email.template)}>
        <HiddenFields values={{ intent: "save", template: email.template, base: email.version }} />
        {(["subject", "heading", "body"] as const).map((name) => (
          <input key={name} type="hidden" name={name} value={text[name]} />
        ))}
        <Button icon="check">この文面で保存する</Button>
      </Form>
    </Card>
  );
}

interface TextFormProps {
  email: EditedEmail;
  text: EmailText;
  formResult: FormResult | undefined;
}

function TextForm({ email, text, formResult }: TextFormProps) {
  const { form, fields, field, isSubmitting, error } = useFormPost<Record<keyof EmailText, string>>({
    id: "email-text",
    action: editPath(email.template),
    formResult,
    defaultValue: { ...text },
  });
  return (
    <TitledCard title="文面">
      <Form {...form} preventScrollReset className="space-y-4">
        <HiddenFields values={{ template: email.template, base: email.version }} />
        <TextField {...field(fields.subject)} label="件名" maxLength={maxUnits(maxSubjectLength)} />
        <TextField {...field(fields.heading)} label="見出し" maxLength={maxUnits(maxHeadingLength)} />
        <TextAreaField
          {...field(fields.body)}
          label="本文"
          rows={14}
          counter={{ max: maxBodyLength }}
          help="段落のあいだは1行あけます。最後の注意書きと、サイトの名前とアドレスは、いつも自動で付きます。"
        />
        <dl className="space-y-1 rounded-card bg-sunken p-3 text-sm">
          {email.places.map(({ name, about, isRequired }) => (
            <div key={name} className="flex flex-wrap gap-x-3">
              <dt className="font-bold wrap-anywhere">{`{${name}}`}</dt>
              <dd className="wrap-anywhere">
                {about}
                {isRequired && "（必ず残す。それだけの行に）"}
              </dd>
            </div>
          ))}
        </dl>
        {error && <Notice tone="error" title={error} />}
        <div className="flex flex-wrap gap-2">
          <Button name="intent" value="preview" busy={isSubmitting} busyLabel="確かめています">
            見本を見る
          </Button>
          <ButtonLink to={emailTextsPath} variant="quiet">
            やめる
          </ButtonLink>
        </div>
      </Form>
    </TitledCard>
  );
}

function Versions({ email }: { email: EditedEmail }) {
  const { template, versions, version: base, isOwn } = email;
  const restore = (version: number) => ({ intent: "restore", template, base, version });
  if (versions.length === 0) return null;
  return (
    <section aria-labelledby="versions-title" className="space-y-3">
      <h2 id="versions-title" className="font-bold">
        これまでの版
      </h2>
      {isOwn && (
        <ConfirmForm
          action={editPath(template)}
          values={restore(0)}
          label="元の文面に戻す"
          icon="back"
          title="元の文面に戻しますか？"
          text="いまの文面も、版として残ります。"
          confirmLabel="戻す"
          isRefusalAbove
        />
      )}
      <ol className="grid gap-3">
        {versions.map(({ version, text, by, at }) => (
          <Card as="li" key={version} className="space-y-2">
            <p className="flex flex-wrap items-center gap-x-3 text-sm">
              <span className="font-bold">第{version}版</span>
              <span className="text-muted">
                {at}　{by}
              </span>
            </p>
            {text ? (
              <details className="text-sm">
                <summary className="min-h-11 cursor-pointer py-2.5 wrap-anywhere">{text.subject}</summary>
                <p className="font-bold wrap-anywhere">{text.heading}</p>
                <p className="whitespace-pre-line wrap-anywhere">{text.body}</p>
              </details>
            ) : (
              <p className="text-sm">元の文面に戻したもの</p>
            )}
            {text && version !== base && (
              <ConfirmForm
                action={editPath(template)}
                values={restore(version)}
                label="この版に戻す"
                ariaLabel={`第${version}版に戻す`}
                icon="back"
                title={`第${version}版に戻しますか？`}
                text="この版の文面が、新しい版になります。"
                confirmLabel="戻す"
                isRefusalAbove
              />
            )}
          </Card>
        ))}
      </ol>
    </section>
  );
}
