import { Form, redirect, useLocation } from "react-router";
import { environment, isLocalSignInAllowed } from "#app/config/environment.ts";
import { localSignInSchema } from "#app/features/accounts/accounts.schema.ts";
import { GoogleSignIn } from "#app/features/accounts/sign-in/components/google-sign-in.tsx";
import { Agreement } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requestedReturnPath, safeReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import { retrySignIn } from "#app/features/accounts/sign-in/server/open-account.server.ts";
import { signInLocally } from "#app/features/accounts/sign-in/server/sign-in-locally.server.ts";
import { readSignInFailure } from "#app/features/accounts/sign-in/sign-in-failure.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { signIn } from "#app/http/auth/session.server.ts";
import { invitationCookie, readInvitationCode } from "#app/http/cookies/invitation-cookie.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { rateLimits } from "#app/http/core/rate-limits.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { screen } from "#app/http/core/screen.server.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { formClientAction } from "#app/ui/form/form-client-action.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/sign-in";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle("ログイン", matches) }];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const { url } = context.get(requestContext);
  const returnPath = requestedReturnPath(url.searchParams);
  if (await getViewer(context)) throw redirect(returnPath);
  const isLocal = isLocalSignInAllowed(environment());
  return { returnPath, isLocal, failure: readSignInFailure(url.searchParams.get("error")) };
});

export const action = formAction({
  schema: localSignInSchema,
  who: "anyone",
  limit: rateLimits.signInLocally,
  async run({ request, context, value }) {
    if (!isLocalSignInAllowed(environment())) throw new NotFound("ページが見つかりません");
    const { url, setCookie } = context.get(requestContext);
    const { name, email, redirect: returnPath } = value;
    const newcomer = { name, email, invitationCode: readInvitationCode(request, url) };
    setCookie(await retrySignIn(async () => signIn(request, url, await signInLocally(newcomer))));
    setCookie(invitationCookie("", url));
    return redirect(safeReturnPath(returnPath));
  },
});

export const clientAction = (args: Route.ClientActionArgs) => formClientAction(args);

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { returnPath, isLocal, failure } = loaderData;
  if (isLocal) return <LocalSignIn returnPath={returnPath} answer={actionData} />;
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

interface SignInFields extends Record<string, unknown> {
  name: string;
  email: string;
}

function LocalSignIn({ returnPath, answer }: { returnPath: string; answer: FormResult | undefined }) {
  const { pathname, search } = useLocation();
  const { form, fields, field, isSubmitting, error } = useFormPost<SignInFields>({
    id: "sign-in",
    // The current URL: the page of a refused form reads the return path from it again.
    action: pathname + search,
    answer,
  });
  return (
    <Page title="ログイン" lead="名前とメールアドレスだけで、このサーバーに入れます。">
      <Form {...form} className="space-y-6">
        <input type="hidden" name="redirect" value={returnPath} />
        <TextField
          {...field(fields.name)}
          label="名前"
          help="はじめてのときは、この名前で登録されます。"
          autoComplete="name"
          maxLength={50}
        />
        <TextField
          {...field(fields.email)}
          label="メールアドレス"
          help="次からも同じアドレスを使うと、同じアカウントに入ります。"
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
        <Agreement />
      </Form>
      <Notice className="mt-8" title="お試し用のログインです">
        パスワードの確認はありません。このコンピューターだけで動かしているときに使えます。公開するときは
        Googleログインを設定してください。
      </Notice>
    </Page>
  );
}
