import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, Form, redirect, useNavigation } from "react-router";
import type { z } from "zod";
import { environment, localSignInAllowed } from "#app/config/environment.ts";
import { localSignInSchema } from "#app/features/accounts/accounts.schema.ts";
import { GoogleSignIn } from "#app/features/accounts/google-sign-in.tsx";
import { requestedReturnPath, safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { readSignInFailure } from "#app/features/accounts/sign-in-failure.ts";
import { signInLocally } from "#app/features/accounts/sign-in-locally.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { readFields } from "#app/http/form-answer.server.ts";
import { invitationCookie, readInvitationCode } from "#app/http/invitation-cookie.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { signIn } from "#app/http/session.server.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/sign-in";

export const meta: Route.MetaFunction = () => [{ title: documentTitle("ログイン") }];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const { url } = context.get(requestContext);
  const returnPath = requestedReturnPath(url.searchParams);
  if (await getViewer(context)) throw redirect(returnPath);
  const isLocal = localSignInAllowed(environment());
  return { returnPath, isLocal, failure: readSignInFailure(url.searchParams.get("error")) };
});

export const action = screen(async ({ request, context }: Route.ActionArgs) => {
  if (!localSignInAllowed(environment())) throw new NotFound("ページが見つかりません");
  const { url, setCookie } = context.get(requestContext);
  const fields = await readFields(request);
  // Conform takes a field's name for a path, and `name[99999999]` for a list of that length: only ours are shown to it.
  const form = new FormData();
  for (const name of ["name", "email"]) form.set(name, fields[name] ?? "");
  const submission = parseWithZod(form, { schema: localSignInSchema });
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { name, email } = submission.value;
  const userId = await signInLocally({ name, email, invitationCode: readInvitationCode(request, url) });
  setCookie(await signIn(request, url, userId));
  setCookie(invitationCookie("", url));
  return redirect(safeReturnPath(fields.redirect));
});

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

function LocalSignIn({
  returnPath,
  answer,
}: {
  returnPath: string;
  answer: Route.ComponentProps["actionData"];
}) {
  const { state } = useNavigation();
  const [form, fields] = useForm<z.input<typeof localSignInSchema>>({
    id: "sign-in",
    lastResult: state === "idle" ? answer : null,
  });
  return (
    <Page title="ログイン" lead="名前とメールアドレスだけで、このサーバーに入れます。">
      <Form method="post" {...getFormProps(form)} className="space-y-6">
        <input type="hidden" name="redirect" value={returnPath} />
        <TextField
          label="名前"
          help="はじめてのときは、この名前で登録されます。"
          errors={fields.name.errors}
          autoComplete="name"
          maxLength={50}
          {...textInput(fields.name)}
        />
        <TextField
          label="メールアドレス"
          help="次からも同じアドレスを使うと、同じアカウントに入ります。"
          errors={fields.email.errors}
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          {...textInput(fields.email)}
        />
        <Button size="large" wide busy={state !== "idle"} busyLabel="ログイン中...">
          ログインする
        </Button>
      </Form>
      <Notice className="mt-8" title="お試し用のログインです">
        パスワードの確認はありません。このコンピューターだけで動かしているときに使えます。公開するときは
        Googleログインを設定してください。
      </Notice>
    </Page>
  );
}

/** What Conform knows of a field; errors, their ids and the rest are the field component's. */
function textInput(field: FieldMetadata<string>) {
  return { id: field.id, name: field.name, defaultValue: field.initialValue };
}
