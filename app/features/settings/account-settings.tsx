import type { ReactNode } from "react";
import { Form } from "react-router";
import { resumePath, type Section, settingsPath } from "#app/features/accounts/account-sections.ts";
import { DeleteAccountForm } from "#app/features/accounts/deletion/delete-account-form.tsx";
import { SessionList } from "#app/features/accounts/sessions/session-list.tsx";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { AccountSettings } from "./load-settings-page.server.ts";

interface SectionProps {
  id: Section;
  title: string;
  children: ReactNode;
}

function AccountSection({ id, title, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="space-y-3">
      <h2 id={id} tabIndex={-1} className="text-lg outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}

/**
 * What every account may do, approved or not: take its data, leave, and end sessions. The devices come last: log-out
 * follows them, and nothing that destroys stands beside it.
 *
 * `refused`: the answer to one of these forms.
 */
export function AccountSections({
  sessions,
  needsSignIn,
  endingPayment,
  resumed,
  refused,
}: AccountSettings & { refused: FormResult | undefined }) {
  const isDeletion = submittedValue(refused, "intent") === "delete-account";
  return (
    <>
      <AccountSection id="export" title="データのダウンロード">
        <p className="text-sm text-muted">
          プロフィール、投稿、台本、いいね、フォロー、プレイリストなど、保存しているあなたのデータをすべてJSON形式で受け取れます。
        </p>
        {resumed === "export" && <Confirmed>続けて、データをダウンロードできます。</Confirmed>}
        <a href="/api/auth/export" className={buttonClass({ variant: "quiet" })}>
          <Icon name="download" />
          データをダウンロード
        </a>
      </AccountSection>
      <AccountSection id="deletion" title="アカウントの削除">
        {resumed === "deletion" && <Confirmed>続けて、アカウントを削除できます。</Confirmed>}
        <DeleteAccountForm
          action={settingsPath}
          formResult={isDeletion ? refused : undefined}
          isOpen={resumed === "deletion"}
          endingPayment={endingPayment}
          reauthenticationPath={needsSignIn ? resumePath("deletion") : null}
        />
      </AccountSection>
      <AccountSection id="sessions" title="ログイン中の端末">
        <p className="text-sm text-muted">心当たりのない端末があれば、ログアウトしてください。</p>
        {resumed === "sessions" && <Confirmed>もう一度、ログアウトのボタンを押してください。</Confirmed>}
        {refused && !isDeletion && (
          <Notice tone="error" title="ログアウトできませんでした">
            {firstMessage(refused)}
          </Notice>
        )}
        <SessionList sessions={sessions} headingId="sessions" />
      </AccountSection>
    </>
  );
}

/** A session is proof enough to keep the account where it is. */
export function MoveNotice({ at }: { at: string }) {
  return (
    <Notice tone="warning" title="このアカウントは、別のログインへ移す手続きの途中です">
      <p>
        {`「ログインできなくなった」という連絡を受けて、運営が始めました。${at}をすぎると、今のログインでは入れなくなります。心当たりがなければ、取りやめてください。`}
      </p>
      <Form method="post" action={settingsPath} className="pt-3">
        <input type="hidden" name="intent" value="cancel-sign-in-move" />
        <Button>取りやめる</Button>
      </Form>
    </Notice>
  );
}

function Confirmed({ children }: { children: ReactNode }) {
  return (
    <Notice tone="success" title="ご本人を確認しました" live="politely">
      {children}
    </Notice>
  );
}

export function AccountDeleted() {
  return (
    <div className="mx-auto max-w-160 pt-8 rail:pt-20">
      <EmptyState
        icon="check"
        heading="h1"
        title="アカウントを削除しました"
        action={
          <ButtonLink to="/" icon="home">
            ホームに戻る
          </ButtonLink>
        }
      >
        データはすべて削除されました。ご利用ありがとうございました。
      </EmptyState>
    </div>
  );
}
