import { firstMessage } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useFocusAfterRemoval } from "#app/ui/use-focus-after-removal.ts";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { TitledCard } from "../parts/titled-card.tsx";
import { AddPasskey, type PasskeyCreation } from "./add-passkey.tsx";
import { maxPasskeys, type PasskeyView, passkeyMessages, type SignInMethods } from "./passkeys.ts";

interface PasskeysCardProps {
  ways: SignInMethods;
  /** The password was confirmed: the browser makes the passkey now. */
  creation: PasskeyCreation | null;
  /** Of this card's forms. */
}

export function PasskeysCard({ ways, creation }: PasskeysCardProps) {
  const { passkeys } = ways;
  const notAdded = useRefusedForm({ intent: "add-passkey" });
  useFocusAfterRemoval(
    "passkeys",
    passkeys.map(({ id }) => id),
  );
  return (
    <TitledCard title="パスキー" headingId="passkeys" className="mt-6 max-w-180 space-y-4">
      <p className="text-sm text-muted">
        端末の指紋、顔、またはPINで、ユーザー名もパスワードも入力せずにログインします。二段階認証のコードも要りません。
      </p>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {notAdded && <Notice tone="error" title={firstMessage(notAdded)} />}
      <p className="hidden text-sm unscripted:block">
        パスキーの追加には、JavaScriptと、パスキーを使えるブラウザが必要です。
      </p>
      <div className="unscripted:hidden">
        {passkeys.length < maxPasskeys ? (
          <AddPasskey creation={creation} />
        ) : (
          <p className="text-sm">{passkeyMessages.tooMany}</p>
        )}
      </div>
      <PasswordSignIn ways={ways} />
    </TitledCard>
  );
}

function PasskeyRow({ passkey: { id, name, added, lastUsed } }: { passkey: PasskeyView }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-[min(10rem,100%)] flex-1">
        <p className="font-bold wrap-anywhere">{name}</p>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted">
          <span>追加 {added}</span>
          <span>{lastUsed ? `最終利用 ${lastUsed}` : "まだ使われていません"}</span>
        </p>
      </div>
      <ConfirmForm
        values={{ intent: "remove-passkey", passkey: id }}
        label="消す"
        ariaLabel={`${name}を消す`}
        title={`「${name}」を消しますか？`}
        text="このパスキーでは、ログインできなくなります。"
        confirmLabel="消す"
        isDestructive
        needsPassword
      />
    </li>
  );
}

/** The switch for the sign-in by password. */
function PasswordSignIn({
  ways: { isPasswordRefused, mayRefusePassword, recoveryCodes },
}: {
  ways: SignInMethods;
}) {
  const wayBack =
    recoveryCodes > 0
      ? "パスキーをなくしたときは、パスワードに回復コードを添えてログインすると、また使えるようになります。"
      : "回復コードがないので、パスキーをすべてなくしたときは、管理者の新しいリンク（最初の管理者は、サーバーのコマンド）が必要です。";
  return (
    <div className="space-y-3 border-t border-line pt-4">
      <h3 className="text-sm font-bold">パスワードでのログイン：{isPasswordRefused ? "使わない" : "使う"}</h3>
      {isPasswordRefused ? (
        <>
          <p className="text-sm text-muted">ログインは、パスキーだけです。{wayBack}</p>
          <ConfirmForm
            values={{ intent: "allow-password-sign-in" }}
            label="パスワードでのログインを使う"
            title="パスワードでのログインを使いますか？"
            text="パスキーのほかに、パスワードでもログインできるようになります。"
            confirmLabel="使う"
            needsPassword
          />
        </>
      ) : mayRefusePassword ? (
        <ConfirmForm
          values={{ intent: "refuse-password-sign-in" }}
          label="パスワードでのログインを使わない"
          title="パスワードでのログインを止めますか？"
          text={
            <>
              <p>ログインは、パスキーだけになります。ご自身のほかの端末は、ログアウトします。</p>
              <p className="pt-2">{wayBack}</p>
              <p className="pt-2">大事な操作の前の確認には、これからもパスワードを使います。</p>
            </>
          }
          confirmLabel="止める"
          isDestructive
          needsPassword
        />
      ) : (
        <p className="text-sm text-muted">{passkeyMessages.notEnough}</p>
      )}
    </div>
  );
}
