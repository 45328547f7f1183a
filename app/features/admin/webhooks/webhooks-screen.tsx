import { Form } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ChoicePill } from "#app/ui/form/choice-pill.tsx";
import { FieldError, TextField } from "#app/ui/form/field.tsx";
import { firstMessage, submittedValue, submittedValues } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { CopyField } from "#app/ui/share/copy-field.tsx";
import { alertKinds, alertKindsOf, alertsPath } from "../alerts/alerts.ts";
import { AdminPage } from "../parts/admin-page.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { ConsoleForm, HiddenFields, useConsoleForm } from "../parts/console-form.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { TitledCard } from "../parts/titled-card.tsx";
import { type WebhookView, webhooksPath } from "./webhooks.ts";

interface WebhooksScreenProps {
  webhooks: readonly WebhookView[];
  /** Of the one that was just made: shown only this once. */
  secret: string | null;
}

export function WebhooksScreen({ webhooks, secret }: WebhooksScreenProps) {
  return (
    <AdminPage
      title="チャットへの知らせ"
      lead="手が必要なことを、決めたURLに送ります（Webhook）。件数だけで、会員の書いたことは送りません。"
      back={{ to: alertsPath, label: "通知の受け取り" }}
    >
      <div className="max-w-180 space-y-6">
        {secret && <Issued secret={secret} />}
        {webhooks.length > 0 && (
          <ul className="grid gap-3">
            {webhooks.map((webhook) => (
              <WebhookCard key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )}
        <CreateForm
          // Empty again after each.
          key={secret}
        />
      </div>
    </AdminPage>
  );
}

function Issued({ secret }: { secret: string }) {
  return (
    <Notice tone="success" title="送り先を加えました">
      <p>
        署名の鍵です。このページを離れると、もう表示できません。受け取る側で署名を確かめるときに使います。チャットのURLに送るだけなら、いりません。
      </p>
      <CopyField
        text={secret}
        ariaLabel="署名の鍵"
        copiedMessage="署名の鍵をコピーしました"
        className="pt-3"
      />
    </Notice>
  );
}

function WebhookCard({ webhook }: { webhook: WebhookView }) {
  const { id, address, kinds, waiting } = webhook;
  const refused = useRefusedForm({ id });
  const isDeletion = submittedValue(refused, "intent") === "delete";
  return (
    <Card as="li" className="space-y-3">
      <h2 className="font-bold wrap-anywhere">{address}</h2>
      <LastResult {...webhook} />
      {waiting > 0 && <p className="text-sm text-muted">送るのを待っているもの：{waiting}件</p>}
      <Form method="post" action={webhooksPath} preventScrollReset className="space-y-3">
        <HiddenFields values={{ intent: "kinds", id }} />
        <Kinds ticked={kinds} legend={`${address}に知らせること`} />
        {refused && !isDeletion && <FieldError>{firstMessage(refused)}</FieldError>}
        <Button variant="quiet">知らせることを変える</Button>
      </Form>
      <div className="flex flex-wrap gap-2">
        <Form method="post" action={webhooksPath} preventScrollReset>
          <HiddenFields values={{ intent: "test", id }} />
          <Button variant="quiet" icon="bell" aria-label={`${address}にテストを送る`}>
            テストを送る
          </Button>
        </Form>
        <ConfirmForm
          values={{ intent: "delete", id }}
          label="削除"
          ariaLabel={`${address}を削除`}
          title="この送り先を削除しますか？"
          text="署名の鍵も消えます。送るのを待っているものは、送りません。"
          needsPassword
          isDestructive
          confirmLabel="削除する"
        />
      </div>
    </Card>
  );
}

function LastResult({ lastAt, lastStatus, lastError }: WebhookView) {
  if (lastAt === null) return <p className="text-sm text-muted">まだ送っていません</p>;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <Badge tone={lastError === null ? "info" : "accent"}>
        {lastError === null ? `届きました（HTTP ${lastStatus}）` : `届きませんでした（${lastError}）`}
      </Badge>
      <span className="text-muted">{lastAt}</span>
    </p>
  );
}

function Kinds({ ticked, legend }: { ticked: readonly string[]; legend: string }) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{legend}</legend>
      {alertKindsOf("administrator").map((kind) => (
        <ChoicePill
          key={kind}
          type="checkbox"
          name="kinds"
          value={kind}
          label={alertKinds[kind].label}
          defaultChecked={ticked.includes(kind)}
        />
      ))}
    </fieldset>
  );
}

function CreateForm() {
  const post = useConsoleForm<"url">({ intent: "create", action: webhooksPath, defaultValue: { url: "" } });
  const { fields, field, refused } = post;
  const kindsError = refused?.result.error?.kinds?.[0];
  return (
    <TitledCard title="送り先を加える" className="space-y-4">
      <ConsoleForm post={post} icon="plus" label="加える" busyLabel="加えています">
        <TextField
          {...field(fields.url)}
          type="url"
          label="URL"
          placeholder="https://"
          autoComplete="off"
          help="SlackやDiscordなどのIncoming Webhookのアドレスか、ご自身のサーバー。https:// で、公開されたものだけです。"
        />
        <div className="space-y-2">
          <p className="text-sm font-bold">知らせること</p>
          <Kinds ticked={submittedValues(refused, "kinds") ?? ["reports", "outages"]} legend="知らせること" />
          {kindsError && <FieldError>{kindsError}</FieldError>}
        </div>
      </ConsoleForm>
    </TitledCard>
  );
}
