import { parseWithZod } from "@conform-to/zod/v4";
import { data, Form, redirect } from "react-router";
import { environment, localSignInAllowed } from "#app/config/environment.ts";
import { localSignInSchema } from "#app/features/accounts/accounts.schema.ts";
import { safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { signInLocally } from "#app/features/accounts/sign-in-locally.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { invitationCookie, readInvitationCode } from "#app/http/invitation-cookie.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { signIn } from "#app/http/session.server.ts";
import type { Route } from "./+types/sign-in";

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  if (!localSignInAllowed(environment())) throw new NotFound("ページが見つかりません");
  const { url } = context.get(requestContext);
  const returnPath = safeReturnPath(url.searchParams.get("redirect"));
  if (await getViewer(context)) throw redirect(returnPath);
  return { returnPath };
});

export const action = screen(async ({ request, context }: Route.ActionArgs) => {
  if (!localSignInAllowed(environment())) throw new NotFound("ページが見つかりません");
  const { url, setCookie } = context.get(requestContext);
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: localSignInSchema });
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { name, email } = submission.value;
  const userId = await signInLocally({ name, email, invitationCode: readInvitationCode(request) });
  setCookie(await signIn(request, url, userId));
  setCookie(invitationCookie(""));
  const back = form.get("redirect");
  return redirect(safeReturnPath(typeof back === "string" ? back : "/"));
});

export default function SignIn({ loaderData }: Route.ComponentProps) {
  return (
    <Form method="post">
      <input type="hidden" name="redirect" value={loaderData.returnPath} />
      <input name="name" />
      <input name="email" />
      <button type="submit">x</button>
    </Form>
  );
}
