import { Form } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ChoicePill } from "#app/ui/form/choice-pill.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { firstMessage, submittedValue, submittedValues } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { useConsoleForm } from "../parts/console-form.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { TickBox } from "../parts/tick-box.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { webhooksPath } from "../webhooks/webhooks.ts";
import { type AlertKind, type AlertSettings, alertKinds, alertsPath, formatMinutes } from "./alerts.ts";
import { OperatorDevices, type OperatorDeviceView } from "./operator-devices.tsx";

interface AlertsScreenProps {
  /** Those that the operator's role is told of. */
  kinds: readonly AlertKind[];
  settings: AlertSettings;
  /** Where emails go without an address. */
  defaultAddress: string | null;
  devices: readonly OperatorDeviceView[];
  mayAddWebhooks: boolean;
}

export function AlertsScreen(props: AlertsScreenProps) {
  const { devices, mayAddWebhooks } = props;
  const refused = useRefusedForm();
  const isOfSettings = submittedValue(refused, "intent") === "save";
  return (
    <AdminPage
      title="通知の受け取り"
      lead="手が必要なことを、あなたの端末とメールにお知らせします。件数だけで、会員の書いたことは送りません。"
    >
      <div className="max-w-180 space-y-6">
        {refused && !isOfSettings && <Notice tone="error" title={firstMessage(refused)} />}
        <SettingsForm {...props} />
        <OperatorDevices devices={devices} />
        {mayAddWebhooks && (
          <TitledCard title="チャットへの知らせ">
            <p className="text-sm text-muted">SlackやDiscordなど、決めたURLにも送れます（Webhook）。</p>
            <ButtonLink to={webhooksPath} variant="quiet">
              送り先を決める
            </ButtonLink>
          </TitledCard>
        )}
        <TitledCard title="届くか試す">
          <p className="text-sm text-muted">
            登録した端末すべてと、保存したメールアドレスに、テストを1通ずつ送ります。
          </p>
          <Form method="post" action={alertsPath} preventScrollReset>
            <input type="hidden" name="intent" value="test" />
            <Button variant="quiet" icon="bell">
              テストを送る
            </Button>
          </Form>
        </TitledCard>
      </div>
    </AdminPage>
  );
}

function SettingsForm({ kinds, settings, defaultAddress }: AlertsScreenProps) {
  const { quiet } = settings;
  const post = useConsoleForm<"email" | "quietFrom" | "quietUntil">({
    intent: "save",
    action: alertsPath,
    defaultValue: {
      email: settings.email ?? "",
      quietFrom: quiet ? formatMinutes(quiet.from) : "",
      quietUntil: quiet ? formatMinutes(quiet.until) : "",
    },
  });
  const { form, fields, field, isSubmitting, error, refused } = post;
  const push = submittedValues(refused, "push") ?? settings.push;
  const byEmail = submittedValues(refused, "byEmail") ?? settings.byEmail;
  const passes = refused ? submittedValue(refused, "urgentPasses") === "on" : settings.urgentPasses;
  return (
    <Form {...form} preventScrollReset className="space-y-6">
      <input type="hidden" name="intent" value="save" />
      <Card as="section" flush aria-labelledby="kinds-title">
        <div className="px-4 pt-4 pb-2 rail:px-5">
          <h2 id="kinds-title" className="font-bold">
            何を、どこで
          </h2>
          <p className="text-sm text-muted">
            同じことのお知らせは15分に1通までで、そのあいだのことはまとめて届きます。
          </p>
        </div>
        <ul className="divide-y divide-line">
          {kinds.map((kind) => (
            <KindRow
              key={kind}
              kind={kind}
              isPushed={push.includes(kind)}
              isEmailed={byEmail.includes(kind)}
            />
          ))}
        </ul>
      </Card>
      <Card className="space-y-4">
        <TextField
          {...field(fields.email)}
          type="email"
          label="メールアドレス"
          autoComplete="email"
          help={
            defaultAddress
              ? `空のままだと、サイトの連絡先（${defaultAddress}）に届きます。`
              : "空のままだと、メールは届きません。"
          }
        />
        <fieldset className="space-y-2">
          <legend className="text-sm font-bold">静かな時間（日本時間）</legend>
          <p className="text-xs text-muted">
            このあいだのことは、終わってからまとめて届きます。夜をまたげます。空のままだと、いつでも届きます。
          </p>
          <div className="grid grid-cols-2 gap-4">
            <TextField {...field(fields.quietFrom)} type="time" label="ここから" />
            <TextField {...field(fields.quietUntil)} type="time" label="ここまで" />
          </div>
          <TickBox name="urgentPasses" defaultChecked={passes}>
            「急ぎ」のお知らせは、静かな時間にも届ける
          </TickBox>
        </fieldset>
        {error && <Notice tone="error" title={error} />}
        <Button busy={isSubmitting} busyLabel="保存しています">
          保存する
        </Button>
      </Card>
    </Form>
  );
}

function KindRow({ kind, isPushed, isEmailed }: { kind: AlertKind; isPushed: boolean; isEmailed: boolean }) {
  const { label, help, isUrgent } = alertKinds[kind];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 rail:px-5">
      <fieldset className="contents">
        <legend className="sr-only">{label}</legend>
        <div className="min-w-[min(14rem,100%)] flex-1">
          <p aria-hidden="true" className="flex flex-wrap items-center gap-2 font-bold">
            {label}
            {isUrgent && <Badge tone="accent">急ぎ</Badge>}
          </p>
          <p className="text-xs text-muted">{help}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ChoicePill type="checkbox" name="push" value={kind} label="プッシュ" defaultChecked={isPushed} />
          <ChoicePill type="checkbox" name="byEmail" value={kind} label="メール" defaultChecked={isEmailed} />
        </div>
      </fieldset>
    </li>
  );
}
