import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Logo } from "#app/ui/logo.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { FlashNotice } from "../parts/flash-notice.tsx";
import { TickBox } from "../parts/tick-box.tsx";
import { PasskeyLogin } from "../passkeys/passkey-login.tsx";
import { adminLoginPathTo, adminMessages, adminReturnPath } from "./admin-session.ts";

export function AdminLogin({
  returnPath,
  formResult,
}: {
  returnPath: string;
  formResult?: FormResult | undefined;
}) {
  const action = adminLoginPathTo(adminReturnPath(returnPath));
  const { form, fields, field, isSubmitting, error } = useFormPost<{
    username: string;
    password: string;
    code: string;
    rememberMe: string;
  }>({
    id: "admin-login",
    action,
    formResult,
  });
  const message = formResult?.status === 0 ? adminMessages.unreachable : error;
  return (
    <main id="content" className="mx-auto flex min-h-svh w-full max-w-100 flex-col justify-center px-6 py-10">
      <Logo className="w-16 text-accent" />
      <h1 className="pt-4 text-xl">管理画面</h1>
      <p className="pt-1 text-sm text-muted">ユーザー名とパスワードでログインします。</p>
      <FlashNotice className="mt-6" />
      <Form {...form} className="space-y-5 pt-8">
        {message && <Notice tone="error" title={message} />}
        <TextField
          {...field(fields.username)}
          label="ユーザー名"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <TextField
          {...field(fields.password)}
          type="password"
          label="パスワード"
          autoComplete="current-password"
          required
        />
        <TextField
          {...field(fields.code)}
          label="確認コード"
          hint="二段階認証を設定した方だけ"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <TickBox name="rememberMe" value="on" defaultChecked={fields.rememberMe.initialValue === "on"}>
          <span>
            ログイン状態を記憶する<span className="text-muted">（30日間）</span>
          </span>
        </TickBox>
        <Button size="large" wide icon="lock" busy={isSubmitting} busyLabel="ログイン中">
          ログイン
        </Button>
        <PasskeyLogin returnPath={adminReturnPath(returnPath)} />
      </Form>
      <p className="pt-8 text-sm">
        <a href="/" className="inline-flex min-h-11 items-center text-muted underline underline-offset-4">
          サイトへ戻る
        </a>
      </p>
    </main>
  );
}
