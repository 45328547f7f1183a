import { menuEntries, navigationEntries } from "#app/features/site/navigation-entries.ts";
import { Notice, type NoticeTone } from "#app/ui/notice.tsx";
import { reauthenticationParameter } from "../../account-sections.ts";
import type { SignInFailure } from "../sign-in-failure.ts";
import { Agreement, LoginButton } from "./login-prompt.tsx";

interface Explanation {
  tone: NoticeTone;
  title: string;
  advice: string;
}

const explanations: Record<SignInFailure, Explanation> = {
  cancelled: {
    tone: "info",
    title: "ログインを中止しました",
    advice: "まだログインしていません。続けるときは、もう一度「Googleでログイン」を押してください。",
  },
  expired: {
    tone: "warning",
    title: "ログインの有効期限が切れました",
    advice:
      "時間がたったか、別のブラウザで続きを開いたようです。もう一度「Googleでログイン」を押してください。くり返すときは、ブラウザの設定でCookieが使えるかご確認ください。",
  },
  code_expired: {
    tone: "warning",
    title: "Googleの確認が無効になりました",
    advice:
      "一度使った確認や、古い確認は使えません。もう一度「Googleでログイン」を押すと、新しい確認で進めます。",
  },
  unreachable: {
    tone: "error",
    title: "Googleに接続できませんでした",
    advice:
      "Googleから応答がありませんでした。少し待ってから、もう一度「Googleでログイン」を押してください。",
  },
  invalid_token: {
    tone: "error",
    title: "Googleからの応答を確認できませんでした",
    advice:
      "安全のため、ログインを止めました。数分待ってから、もう一度お試しください。くり返すときは、招待した方か運営者にお知らせください。",
  },
  email: {
    tone: "warning",
    title: "メールアドレスを確認できませんでした",
    advice:
      "このGoogleアカウントのメールアドレスは、まだ確認が済んでいないようです。Googleアカウントの設定で確認を済ませるか、別のアカウントでログインしてください。",
  },
  other_account: {
    tone: "warning",
    title: "別のアカウントが選ばれました",
    advice:
      "ログイン中のアカウントと違うため、確認できませんでした。もう一度「Googleでログイン」を押して、同じアカウントを選んでください。",
  },
  not_reauthenticated: {
    tone: "warning",
    title: "ご本人を確認できませんでした",
    advice:
      "前に済ませたログインが使われたようです。もう一度「Googleでログイン」を押して、あらためてログインしてください。",
  },
  failed: {
    tone: "error",
    title: "ログインできませんでした",
    advice:
      "ログインの途中で問題が発生しました。しばらくしてから、もう一度お試しください。くり返すときは、招待した方か運営者にお知らせください。",
  },
};

interface GoogleSignInProps {
  returnPath: string;
  failure: SignInFailure | null;
  isReauthentication?: boolean;
}

export function GoogleSignIn({ returnPath, failure, isReauthentication = false }: GoogleSignInProps) {
  const explanation = failure && explanations[failure];
  return (
    <div className="space-y-6">
      {explanation && (
        <Notice tone={explanation.tone} title={explanation.title} live>
          {explanation.advice}
        </Notice>
      )}
      <div className="max-w-100 space-y-3">
        <LoginButton
          returnPath={returnPath}
          {...(isReauthentication && { query: { [reauthenticationParameter]: "1" } })}
        />
        <p className="text-sm text-muted">ログインすると、{destination(returnPath)}に進みます。</p>
        {!isReauthentication && <Agreement />}
      </div>
      {!isReauthentication && <Newcomers />}
    </div>
  );
}

function Newcomers() {
  return (
    <p className="border-t border-line pt-6 text-sm leading-[1.7] text-muted">
      はじめての方は、受け取った招待リンクを開いてからログインしてください。
    </p>
  );
}

function destination(returnPath: string): string {
  const { pathname } = new URL(returnPath, "https://site.invalid");
  const entry = [...navigationEntries, ...menuEntries].find(({ to }) => to === pathname);
  return entry ? `「${entry.label}」` : "見ていたページ";
}
