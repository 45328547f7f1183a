import { useEffect, useRef } from "react";
import { maxUnits } from "#app/lib/characters.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextAreaField, TextField } from "#app/ui/form/field.tsx";
import { firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { ConsoleForm, useConsoleForm } from "../parts/console-form.tsx";
import { EmailPreviewCard } from "../parts/email-preview.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { TitledCard } from "../parts/titled-card.tsx";
import type { AnnouncementEmailPage, PreviewedAnnouncement } from "./load-announcement-email.server.ts";
import {
  announcementEmailPath,
  emailsPerMinute,
  maxAnnouncementEmailLength,
  maxAnnouncementSubjectLength,
  noticesPath,
} from "./notices.ts";

interface AnnouncementEmailScreenProps extends AnnouncementEmailPage {
  previewed: PreviewedAnnouncement | undefined;
}

/** An email is written, looked at, and then sent to a number of members that is said before. */
export function AnnouncementEmailScreen(props: AnnouncementEmailScreenProps) {
  const { id, text, readerCount, duration, run, previewed } = props;
  const refused = useRefusedForm();
  const isAboutText = submittedValue(refused, "intent") === "preview-letter";
  const count = readerCount.toLocaleString("ja-JP");
  return (
    <AdminPage
      title="お知らせをメールで送る"
      lead={`確認済みのメールアドレス（Googleログイン）があり、お知らせのメールを止めていない会員に送ります。いまは${count}人です。`}
      back={{ to: noticesPath, label: "全員へのお知らせ" }}
    >
      <div className="max-w-180 space-y-6">
        {refused && !isAboutText && <Notice tone="error" title={firstMessage(refused)} />}
        {run && <Notice tone="info" title="このお知らせのメールは、もう出してあります" />}
        {!run && readerCount === 0 && (
          <Notice tone="info" title="お知らせのメールを受け取る会員が、まだいません" />
        )}
        {!run && readerCount > 0 && (
          <>
            {previewed && !refused && (
              <Previewed id={id} count={count} duration={duration} previewed={previewed} />
            )}
            <AnnouncementEmailForm
              id={id}
              text={previewed?.text ?? text}
              subject={previewed?.subject ?? ""}
            />
          </>
        )}
      </div>
    </AdminPage>
  );
}

interface PreviewedProps {
  id: number;
  count: string;
  duration: string;
  previewed: PreviewedAnnouncement;
}

function Previewed({ id, count, duration, previewed }: PreviewedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // With scripts the page stays where the button was pressed; without, it begins here anyway.
  useEffect(() => heading.current?.focus(), []);
  const { subject, text, preview } = previewed;
  return (
    <Card as="section" aria-labelledby="preview-title" className="space-y-4">
      <h2 ref={heading} id="preview-title" tabIndex={-1} className="scroll-mt-24 font-bold">
        見本（まだ送っていません）
      </h2>
      <EmailPreviewCard {...preview} />
      <ConfirmForm
        action={announcementEmailPath(id)}
        values={{ intent: "send-letter", id, subject, text }}
        label={`${count}人に送る`}
        icon="mail"
        variant="primary"
        title={`${count}人にメールを送りますか？`}
        text={`1分に${emailsPerMinute}通ずつ送ります。${duration}かかります。途中で止められますが、届いた分は取り消せません。`}
        confirmLabel={`${count}人に送る`}
        isRefusalAbove
      />
    </Card>
  );
}

interface AnnouncementEmailFormProps {
  id: number;
  subject: string;
  text: string;
}

function AnnouncementEmailForm({ id, subject, text }: AnnouncementEmailFormProps) {
  const post = useConsoleForm<"subject" | "text">({
    intent: "preview-letter",
    action: announcementEmailPath(id),
    values: { id },
    defaultValue: { subject, text },
  });
  const { fields, field } = post;
  return (
    <TitledCard title="メール">
      <ConsoleForm
        post={post}
        label="見本を見る"
        busyLabel="確かめています"
        beside={
          <ButtonLink to={noticesPath} variant="quiet">
            やめる
          </ButtonLink>
        }
      >
        <TextField
          {...field(fields.subject)}
          label="件名"
          maxLength={maxUnits(maxAnnouncementSubjectLength)}
        />
        <TextAreaField
          {...field(fields.text)}
          label="本文"
          rows={10}
          counter={{ max: maxAnnouncementEmailLength }}
          help="宛名と、メールを止めるリンクは、自動で付きます。段落のあいだは1行あけます。"
        />
      </ConsoleForm>
    </TitledCard>
  );
}
