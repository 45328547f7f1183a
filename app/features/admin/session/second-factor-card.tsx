import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { QrCodeDetails } from "#app/ui/share/qr-code-details.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { ConsoleForm, useConsoleForm } from "../parts/console-form.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { adminAccountPath } from "./admin-session.ts";
import type { SecondFactorState } from "./second-factor.server.ts";

interface SecondFactorCardProps {
  factor: SecondFactorState;
  /** Shown only this once. */
  recoveryCodes: readonly string[] | null;
}

export function SecondFactorCard({ factor, recoveryCodes }: SecondFactorCardProps) {
  return (
    <TitledCard
      title={`二段階認証：${factor.state === "on" ? "オン" : "オフ"}`}
      className="mt-6 max-w-180 space-y-4"
    >
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      {factor.state === "setup" && <Setup factor={factor} />}
      {factor.state === "off" && (
        <>
          <p className="text-sm text-muted">
            ログインのとき、パスワードのほかに、認証アプリの6桁のコードを入力します。
          </p>
          <ConfirmForm
            values={{ intent: "begin-second-factor" }}
            label="二段階認証を設定する"
            icon="lock"
            title="二段階認証を設定しますか？"
            text="認証アプリのある端末を、手もとに用意してください。"
            confirmLabel="設定をはじめる"
            needsPassword
          />
        </>
      )}
      {factor.state === "on" && (
        <>
          <p className="text-sm text-muted">使っていない回復コードは、あと{factor.remaining}個です。</p>
          <ConfirmForm
            values={{ intent: "remove-second-factor" }}
            label="二段階認証をオフにする"
            title="二段階認証をオフにしますか？"
            text="ログインは、パスワードだけになります。回復コードも使えなくなります。"
            confirmLabel="オフにする"
            isDestructive
            needsPassword
          />
        </>
      )}
    </TitledCard>
  );
}

function Setup({ factor }: { factor: Extract<SecondFactorState, { state: "setup" }> }) {
  const post = useConsoleForm<"code">({ intent: "confirm-second-factor", action: adminAccountPath });
  return (
    <>
      <ol className="list-decimal space-y-1 pl-5 text-sm">
        <li>認証アプリで、下のQRコードを読むか、鍵を入力します。</li>
        <li>アプリに出た6桁のコードを入力します。</li>
      </ol>
      <QrCodeDetails qr={factor.qr} label="二段階認証のQRコード">
        認証アプリで読み取ってください
      </QrCodeDetails>
      <p className="text-sm">
        <span className="text-muted">鍵：</span>
        <a href={factor.uri} className="font-mono break-all underline underline-offset-2">
          {factor.secret.match(/.{1,4}/g)?.join(" ")}
        </a>
      </p>
      <ConsoleForm post={post} icon="lock" label="オンにする" busyLabel="確かめています">
        <TextField
          {...post.field(post.fields.code)}
          label="確認コード"
          help="6桁です。ご自身のほかの端末は、ログアウトします。"
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      </ConsoleForm>
      <Form method="post" action={adminAccountPath} preventScrollReset>
        <input type="hidden" name="intent" value="remove-second-factor" />
        <Button variant="plain">設定をやめる</Button>
      </Form>
    </>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Notice title="回復コードを控えてください">
      <p>端末をなくしたとき、確認コードのかわりに、1つずつ一度だけ使えます。表示されるのは、いまだけです。</p>
      <ul className="grid gap-x-6 pt-2 font-mono rail:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Notice>
  );
}
