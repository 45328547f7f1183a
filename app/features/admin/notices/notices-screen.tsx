import { Form } from "react-router";
import {
  maxAnnouncementLength,
  maxMaintenanceNoteLength,
} from "#app/features/announcements/announcements.ts";
import type { AnnouncementView } from "#app/features/announcements/server/list-announcements.server.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextAreaField, TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";

export const noticesPath = "/admin/notices";

interface NoticesScreenProps {
  announcements: AnnouncementView[];
  maintenance: { end: string; note: string } | null;
  formResult: FormResult | undefined;
}

export function NoticesScreen({ announcements, maintenance, formResult }: NoticesScreenProps) {
  const intent = submittedValue(formResult, "intent");
  const resultOf = (of: string) => (intent === of ? formResult : undefined);
  return (
    <AdminPage
      title="全員へのお知らせ"
      lead="すべてのページの上に、閉じられるまで表示します。会員にも、ログインしていない方にも見えます。"
    >
      <div className="max-w-180 space-y-6">
        {formResult && intent === "end" && <Notice tone="error" title={firstMessage(formResult)} />}
        <AnnouncementForm key={announcements[0]?.id} formResult={resultOf("announce")} />
        <section aria-labelledby="announcements-title">
          <h2 id="announcements-title" className="pb-3 font-bold">
            これまでのお知らせ
          </h2>
          {announcements.length === 0 ? (
            <EmptyState icon="bell" title="お知らせはまだありません" />
          ) : (
            <ul className="grid gap-3">
              {announcements.map((announcement) => (
                <AnnouncementCard key={announcement.id} announcement={announcement} />
              ))}
            </ul>
          )}
        </section>
        <MaintenanceForm
          maintenance={maintenance}
          key={maintenance?.end}
          formResult={resultOf("start-maintenance") ?? resultOf("end-maintenance")}
        />
      </div>
    </AdminPage>
  );
}

function AnnouncementForm({ formResult }: { formResult: FormResult | undefined }) {
  const { form, fields, field, isSubmitting, error } = useFormPost<{
    text: string;
    startsAt: string;
    endsAt: string;
  }>({ id: "announce", action: noticesPath, intent: "announce", formResult });
  return (
    <Card as="section" aria-labelledby="announce-title">
      <h2 id="announce-title" className="pb-3 font-bold">
        お知らせを出す
      </h2>
      <Form {...form} preventScrollReset className="space-y-4">
        <input type="hidden" name="intent" value="announce" />
        <TextAreaField
          {...field(fields.text)}
          label="お知らせ"
          rows={3}
          maxLength={maxUnits(maxAnnouncementLength)}
          help={`${maxAnnouncementLength}文字まで`}
        />
        <div className="grid gap-4 rail:grid-cols-2">
          <TextField
            {...field(fields.startsAt)}
            type="datetime-local"
            label="始まり"
            help="空欄なら、すぐに"
          />
          <TextField
            {...field(fields.endsAt)}
            type="datetime-local"
            label="終わり"
            help="空欄なら、終わらせるまで"
          />
        </div>
        {error && <Notice tone="error" title={error} />}
        <Button icon="bell" busy={isSubmitting} busyLabel="出しています">
          お知らせを出す
        </Button>
      </Form>
    </Card>
  );
}

const states = { planned: "予定", shown: "表示中", ended: "終了" };

function AnnouncementCard({ announcement }: { announcement: AnnouncementView }) {
  const { id, text, state, starts, ends, createdBy } = announcement;
  return (
    <Card as="li" className="space-y-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <Badge tone={state === "shown" ? "info" : undefined}>{states[state]}</Badge>
        <span className="tabular-nums">
          {starts}から{ends && `${ends}まで`}
        </span>
        <span className="wrap-anywhere">{createdBy}</span>
      </p>
      <p className="text-sm whitespace-pre-line wrap-anywhere">{text}</p>
      {state !== "ended" && (
        <ConfirmForm
          values={{ intent: "end", id }}
          label={state === "planned" ? "取りやめる" : "終わらせる"}
          ariaLabel={`${starts}からのお知らせを終わらせる`}
          title="このお知らせを終わらせますか？"
          text="すべてのページから消えます。"
          confirmLabel="終わらせる"
        />
      )}
    </Card>
  );
}

function MaintenanceForm({
  maintenance,
  formResult,
}: {
  maintenance: NoticesScreenProps["maintenance"];
  formResult: FormResult | undefined;
}) {
  const { form, fields, field, isSubmitting, error } = useFormPost<{ until: string; note: string }>({
    id: "maintenance",
    action: noticesPath,
    intent: "start-maintenance",
    formResult,
    defaultValue: { until: "", note: maintenance?.note ?? "" },
  });
  return (
    <Card as="section" aria-labelledby="maintenance-title">
      <h2 id="maintenance-title" className="flex flex-wrap items-center gap-2 pb-2 font-bold">
        メンテナンス
        {maintenance && <Badge tone="info">実施中{maintenance.end && `（${maintenance.end}）`}</Badge>}
      </h2>
      <p className="pb-4 text-sm text-muted">
        聴くことはできますが、投稿や変更は受け付けません。送られた内容は、送った人の画面に残ります。管理画面はいつもどおり使えます。
      </p>
      <Form {...form} preventScrollReset className="space-y-4">
        <input type="hidden" name="intent" value="start-maintenance" />
        <TextField
          {...field(fields.until)}
          type="datetime-local"
          label="いつごろまで"
          help="空欄なら、時刻は知らせません"
        />
        <TextField
          {...field(fields.note)}
          label="ひとこと"
          maxLength={maxUnits(maxMaintenanceNoteLength)}
          help="表示しないときは空欄に"
        />
        {error && <Notice tone="error" title={error} />}
        <Button variant={maintenance ? "quiet" : "primary"} busy={isSubmitting}>
          {maintenance ? "内容を変える" : "メンテナンスを始める"}
        </Button>
      </Form>
      {maintenance && (
        <div className="pt-3">
          <ConfirmForm
            values={{ intent: "end-maintenance" }}
            formResult={formResult}
            label="メンテナンスを終える"
            variant="primary"
            title="メンテナンスを終えますか？"
            text="投稿や変更を、また受け付けます。"
            confirmLabel="終える"
          />
        </div>
      )}
    </Card>
  );
}
