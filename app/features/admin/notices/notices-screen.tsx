import { Form } from "react-router";
import {
  maxAnnouncementLength,
  maxMaintenanceNoteLength,
} from "#app/features/announcements/announcements.ts";
import type { AnnouncementView } from "#app/features/announcements/server/list-announcements.server.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextAreaField, TextField } from "#app/ui/form/field.tsx";
import { firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { emailTextsPath } from "../emails/email-texts.ts";
import { AdminPage } from "../parts/admin-page.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { ConsoleForm, useConsoleForm } from "../parts/console-form.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { TickBox } from "../parts/tick-box.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { type AnnouncementRun, announcementEmailPath, noticesPath } from "./notices.ts";

type Announced = AnnouncementView & { runs: readonly AnnouncementRun[] };

interface NoticesScreenProps {
  announcements: Announced[];
  /** Members whom a notification would reach. */
  memberCount: number;
  maintenance: { end: string; note: string } | null;
}

export function NoticesScreen({ announcements, memberCount, maintenance }: NoticesScreenProps) {
  const refused = useRefusedForm();
  const intent = submittedValue(refused, "intent");
  return (
    <AdminPage
      title="全員へのお知らせ"
      lead="すべてのページの上に、閉じられるまで表示します。会員にも、ログインしていない方にも見えます。会員への通知と、メールも出せます。"
      actions={
        <ButtonLink to={emailTextsPath} variant="quiet" icon="mail">
          メールの文面
        </ButtonLink>
      }
    >
      <div className="max-w-180 space-y-6">
        {refused && (intent === "end" || intent === "notify" || intent === "cancel-run") && (
          <Notice tone="error" title={firstMessage(refused)} />
        )}
        <AnnouncementForm key={announcements[0]?.id} memberCount={memberCount} />
        <section aria-labelledby="announcements-title">
          <h2 id="announcements-title" className="pb-3 font-bold">
            これまでのお知らせ
          </h2>
          {announcements.length === 0 ? (
            <EmptyState icon="bell" title="お知らせはまだありません" />
          ) : (
            <ul className="grid gap-3">
              {announcements.map((announcement) => (
                <AnnouncementCard
                  key={announcement.id}
                  announcement={announcement}
                  memberCount={memberCount}
                />
              ))}
            </ul>
          )}
        </section>
        <MaintenanceForm maintenance={maintenance} key={maintenance?.end} />
      </div>
    </AdminPage>
  );
}

function AnnouncementForm({ memberCount }: { memberCount: number }) {
  const post = useConsoleForm<"text" | "startsAt" | "endsAt">({ intent: "announce", action: noticesPath });
  const { fields, field, refused } = post;
  return (
    <TitledCard title="お知らせを出す">
      <ConsoleForm post={post} icon="bell" label="お知らせを出す" busyLabel="出しています">
        <TextAreaField
          {...field(fields.text)}
          label="お知らせ"
          rows={3}
          maxLength={maxUnits(maxAnnouncementLength)}
          help={`${maxAnnouncementLength}文字まで`}
        />
        <div className="grid grid-cols-1 gap-4 rail:grid-cols-2">
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
        <TickBox name="notifies" defaultChecked={submittedValue(refused, "notifies") === "on"}>
          いまの会員{memberCount.toLocaleString("ja-JP")}人に、通知も出す
        </TickBox>
      </ConsoleForm>
    </TitledCard>
  );
}

const states = { planned: "予定", shown: "表示中", ended: "終了" };

function AnnouncementCard({ announcement, memberCount }: { announcement: Announced; memberCount: number }) {
  const { id, text, state, starts, ends, createdBy, runs } = announcement;
  const has = (kind: AnnouncementRun["kind"]) => runs.some((run) => run.kind === kind);
  const members = memberCount.toLocaleString("ja-JP");
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
      {runs.map((run) => (
        <RunLine key={run.id} run={run} />
      ))}
      {state !== "ended" && (
        <div className="flex flex-wrap gap-2">
          {!has("notifications") && (
            <ConfirmForm
              values={{ intent: "notify", id }}
              label="通知も出す"
              ariaLabel={`${starts}からのお知らせを通知する`}
              icon="bell"
              title={`${members}人に通知しますか？`}
              text="いまの会員に、1度だけ通知します。あとから登録した会員には出しません。"
              confirmLabel="通知する"
              isRefusalAbove
            />
          )}
          {!has("emails") && (
            <ButtonLink
              to={announcementEmailPath(id)}
              variant="quiet"
              icon="mail"
              aria-label={`${starts}からのお知らせをメールでも送る`}
            >
              メールでも送る
            </ButtonLink>
          )}
          <ConfirmForm
            values={{ intent: "end", id }}
            label={state === "planned" ? "取りやめる" : "終わらせる"}
            ariaLabel={`${starts}からのお知らせを終わらせる`}
            title="このお知らせを終わらせますか？"
            text="すべてのページから消えます。まだ出していない通知とメールも、出しません。"
            confirmLabel="終わらせる"
            isRefusalAbove
          />
        </div>
      )}
    </Card>
  );
}

const runStates = {
  planned: "始まりを待っています",
  running: "出しています",
  stopping: "止めています",
  stopped: "止めました",
  done: "終わりました",
};

function RunLine({ run }: { run: AnnouncementRun }) {
  const { id, kind, state, startedBy, sent, failed, left } = run;
  const isEmail = kind === "emails";
  const number = (count: number) => `${count.toLocaleString("ja-JP")}${isEmail ? "通" : "人"}`;
  const counts = [
    `${isEmail ? "送った" : "通知した"}${number(sent)}`,
    isEmail && `届けられなかった${number(failed)}`,
    `残り${number(left)}`,
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-sunken px-3 py-2 text-sm">
      <p className="min-w-0 flex-1 tabular-nums">
        <span className="font-bold">
          {isEmail ? "メール" : "通知"}：{runStates[state]}
        </span>
        <span className="block text-muted wrap-anywhere">
          {[...counts, startedBy].filter(Boolean).join("・")}
        </span>
      </p>
      {(state === "planned" || state === "running") && (
        <ConfirmForm
          values={{ intent: "cancel-run", runId: id }}
          label="止める"
          ariaLabel={`${isEmail ? "メール" : "通知"}を止める`}
          icon="close"
          title={`${isEmail ? "メール" : "通知"}を止めますか？`}
          text="出した分は取り消せません。続きからは出せません。"
          confirmLabel="止める"
          isRefusalAbove
        />
      )}
    </div>
  );
}

function MaintenanceForm({ maintenance }: Pick<NoticesScreenProps, "maintenance">) {
  const startRefused = useRefusedForm({ intent: "start-maintenance" });
  const endRefused = useRefusedForm({ intent: "end-maintenance" });
  const { form, fields, field, isSubmitting, error } = useFormPost<{ until: string; note: string }>({
    id: "maintenance",
    action: noticesPath,
    intent: "start-maintenance",
    formResult: startRefused ?? endRefused,
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
