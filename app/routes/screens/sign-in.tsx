import { Form, redirect, useNavigation } from "react-router";
import { environment, localSignInAllowed } from "#app/config/environment.ts";
import { localSignInSchema } from "#app/features/accounts/accounts.schema.ts";
import { Agreement } from "#app/features/accounts/components/agreement.tsx";
import { GoogleSignIn } from "#app/features/accounts/components/google-sign-in.tsx";
import { requestedReturnPath, safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { signInLocally } from "#app/features/accounts/server/sign-in-locally.server.ts";
import { readSignInFailure } from "#app/features/accounts/sign-in-failure.ts";
import { untilThere } from "#app/features/accounts/until-there.ts";
import { checked } from "#app/features/checked.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { firstWrong, type RefusedForm, refusalText } from "#app/features/refused-form.ts";
import { formTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { invitationCookie, readInvitationCode } from "#app/http/invitation-cookie.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { signIn } from "#app/http/session.server.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { useFocusWrong } from "#app/ui/use-focus-wrong.ts";
import type { Route } from "./+types/sign-in";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle("ログイン", matches) }];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const { url } = context.get(requestContext);
  const returnPath = requestedReturnPath(url.searchParams);
  if (await getViewer(context)) throw redirect(returnPath);
  const isLocal = localSignInAllowed(environment());
  return { returnPath, isLocal, failure: readSignInFailure(url.searchParams.get("error")) };
});

export const action = screen(async ({ request, context }: Route.ActionArgs) => {
  if (!localSignInAllowed(environment())) throw new NotFound("ページが見つかりません");
  const { url, address, setCookie } = context.get(requestContext);
  countAgainst(rateLimits.signInLocally, { viewer: null, address });
  const fields = await readFields(request);
  return answerForm({
    context,
    values: fields,
    async work() {
      const { name, email } = checked(localSignInSchema, fields);
      const newcomer = { name, email, invitationCode: readInvitationCode(request, url) };
      setCookie(await untilThere(async () => signIn(request, url, await signInLocally(newcomer))));
      setCookie(invitationCookie("", url));
      throw redirect(safeReturnPath(fields.redirect));
    },
  });
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm(args);

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { returnPath, isLocal, failure } = loaderData;
  if (isLocal) return <LocalSignIn returnPath={returnPath} refused={actionData} />;
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

function LocalSignIn(props: { returnPath: string; refused: RefusedForm | undefined }) {
  const { returnPath, refused } = props;
  const { state } = useNavigation();
  const form = useFocusWrong(refused);
  const wrong = firstWrong(refused, ["name", "email"]);
  return (
    <Page title="ログイン" lead="名前とメールアドレスだけで、このサーバーに入れます。">
      <Form ref={form} method="post" noValidate className="space-y-6">
        <input type="hidden" name="redirect" value={returnPath} />
        <TextField
          label="名前"
          name="name"
          help="はじめてのときは、この名前で登録されます。"
          errors={refused?.fields.name}
          focused={wrong === "name"}
          defaultValue={refused?.values.name}
          autoComplete="name"
          maxLength={50}
        />
        <TextField
          label="メールアドレス"
          name="email"
          help="次からも同じアドレスを使うと、同じアカウントに入ります。"
          errors={refused?.fields.email}
          focused={wrong === "email"}
          defaultValue={refused?.values.email}
          autoComplete="email"
          inputMode="email"
          maxLength={254}
        />
        {refused && !wrong && (
          <Notice tone="error" title="ログインできませんでした">
            {refusalText(refused)}
          </Notice>
        )}
        <Button size="large" wide busy={state !== "idle"} busyLabel="ログイン中...">
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
