import { Form, redirect, useLocation } from "react-router";
import { environment, isLocalSignInAllowed } from "#app/config/environment.ts";
import { reauthenticationParameter } from "#app/features/accounts/account-sections.ts";
import { localSignInSchema } from "#app/features/accounts/accounts.schema.ts";
import { maxNameLength } from "#app/features/accounts/normalize-name.ts";
import { GoogleSignIn } from "#app/features/accounts/sign-in/components/google-sign-in.tsx";
import { Agreement } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import {
  pathAfterSignIn,
  requestedReturnPath,
  safeReturnPath,
} from "#app/features/accounts/sign-in/return-path.ts";
import { retrySignIn, signInLocally } from "#app/features/accounts/sign-in/server/open-account.server.ts";
import { readSignInFailure } from "#app/features/accounts/sign-in/sign-in-failure.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { signIn } from "#app/http/auth/session-cookie.server.ts";
import { invitationCookie, readInvitationCode } from "#app/http/cookies/invitation-cookie.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/sign-in";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle("ログイン", matches) }];

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const { url } = context.get(requestContext);
  const returnPath = requestedReturnPath(url.searchParams);
  const viewer = await getViewer(context);
  const isReauthentication = viewer !== null && url.searchParams.has(reauthenticationParameter);
  if (viewer && !isReauthentication) throw redirect(returnPath);
  return {
    returnPath,
    isLocal: isLocalSignInAllowed(environment()),
    failure: readSignInFailure(url.searchParams.get("error")),
    member: viewer && { name: viewer.name, email: viewer.email },
  };
});

export const action = formAction({
  schema: localSignInSchema,
  who: "anyone",
  limit: rateLimits.signInLocally,
  async run({ request, context, viewer, value }) {
    if (!isLocalSignInAllowed(environment())) throw new NotFound("ページが見つかりません");
    const current = context.get(requestContext);
    const { url, setCookie } = current;
    const { name, email, redirect: returnPath } = value;
    const expected = url.searchParams.has(reauthenticationParameter) ? viewer : null;
    const identity = { name, email, invitationCode: readInvitationCode(request, url), expected };
    const state = await retrySignIn(async () => {
      const account = await signInLocally(identity);
      setCookie(await signIn({ request, context: current, userId: account.id, identity: account.identity }));
      return account.state;
    });
    setCookie(invitationCookie("", url));
    const path = safeReturnPath(returnPath);
    return redirect(expected ? path : pathAfterSignIn(state, path));
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { returnPath, isLocal, failure, member } = loaderData;
  if (isLocal) return <LocalSignIn returnPath={returnPath} member={member} formResult={actionData} />;
  if (member) {
    return (
      <Page
        title={reauthenticationTitle}
        lead={`安全のため、ご本人かどうかを確かめます。${member.email}のGoogleアカウントで、もう一度ログインしてください。`}
        back={{ to: returnPath, label: "戻る" }}
      >
        <GoogleSignIn returnPath={returnPath} failure={failure} isReauthentication />
      </Page>
    );
  }
  return (
    <Page
      title="ログイン"
      lead="お使いのGoogleアカウントでログインします。"
      back={{ to: "/", label: "ホーム" }}
    >
      <GoogleSignIn returnPath={returnPath} failure={failure} />
    </Page>
  );
}

const reauthenticationTitle = "もう一度ログイン";

interface LocalSignInProps {
  returnPath: string;
  /** Signed in, and signs in again; null for the first sign-in. */
  member: { name: string; email: string } | null;
  formResult: FormResult | undefined;
}

function LocalSignIn({ returnPath, member, formResult }: LocalSignInProps) {
  const { pathname, search } = useLocation();
  const { form, fields, field, isSubmitting, error } = useFormPost<{ name: string; email: string }>({
    id: "sign-in",
    // The current URL: the page of a refused form reads the return path from it again.
    action: pathname + search,
    formResult,
  });
  const page = member
    ? {
        title: reauthenticationTitle,
        lead: "安全のため、ご本人かどうかを確かめます。もう一度ログインしてください。",
        back: { to: returnPath, label: "戻る" },
      }
    : { title: "ログイン", lead: "名前とメールアドレスだけで、このサーバーに入れます。" };
  return (
    <Page {...page}>
      <Form {...form} className="space-y-6">
        <input type="hidden" name="redirect" value={returnPath} />
        {member ? (
          <input type="hidden" name="name" value={member.name} />
        ) : (
          <TextField
            {...field(fields.name)}
            label="名前"
            help="はじめてのときは、この名前で登録されます。"
            autoComplete="name"
            maxLength={maxUnits(maxNameLength)}
          />
        )}
        <TextField
          {...field(fields.email)}
          label="メールアドレス"
          help={
            member
              ? `ログイン中のアカウント（${member.email}）のアドレスを入力してください。`
              : "次からも同じアドレスを使うと、同じアカウントに入ります。"
          }
          autoComplete="email"
          inputMode="email"
          maxLength={254}
        />
        {error && (
          <Notice tone="error" title="ログインできませんでした">
            {error}
          </Notice>
        )}
        <Button size="large" wide busy={isSubmitting} busyLabel="ログイン中...">
          ログインする
        </Button>
        {!member && <Agreement />}
      </Form>
      <Notice className="mt-8" title="お試し用のログインです">
        パスワードの確認はありません。このコンピューターだけで動かしているときに使えます。公開するときは
        Googleログインを設定してください。
      </Notice>
    </Page>
  );
}
