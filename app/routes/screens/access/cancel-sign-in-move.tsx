import { data, Form, useLocation } from "react-router";
import { z } from "zod";
import { cancelSignInMove } from "#app/features/sign-in-moves/cancel-sign-in-move.server.ts";
import { moveHeading, moveMessages } from "#app/features/sign-in-moves/sign-in-move.ts";
import { findMoveByLink } from "#app/features/sign-in-moves/sign-in-moves.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { firstMessage } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/cancel-sign-in-move";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle(moveHeading, matches) },
  { name: "robots", content: "noindex, nofollow" },
];

const keyOf = (context: Route.LoaderArgs["context"]) =>
  context.get(requestContext).url.searchParams.get("key") ?? "";

/** Looking cancels nothing: mail programs open links by themselves. */
export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const move = await findMoveByLink(keyOf(context));
  if (!move) return data(null, { status: 404 });
  return data({ name: move.name, completes: formatDateTime(move.completesAt) });
});

export const action = formAction({
  schema: z.object({}),
  who: "anyone",
  async run({ context }) {
    await cancelSignInMove({ token: keyOf(context) });
    return redirectWithFlash(context, "/", "sign-in-move-stopped");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function CancelSignInMove({ loaderData: move, actionData }: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  if (!move)
    return (
      <Page title={moveHeading}>
        <EmptyState
          icon="lock"
          title={moveMessages.gone}
          action={
            <ButtonLink to="/contact" variant="quiet">
              お問い合わせ
            </ButtonLink>
          }
        />
      </Page>
    );
  return (
    <Page
      title={moveHeading}
      lead={`アカウント「${move.name}」を別のログインへ移す手続きの途中です。${move.completes}をすぎると、今のログインでは入れなくなります。`}
    >
      {actionData && (
        <Notice tone="error" title="取りやめられませんでした" className="mb-6">
          {firstMessage(actionData)}
        </Notice>
      )}
      <Form method="post" action={pathname + search}>
        <Button size="large" wide>
          移し替えを取りやめる
        </Button>
      </Form>
      <p className="pt-6 text-sm text-muted">
        ご自身で運営に頼んだ移し替えなら、このページは閉じてかまいません。
      </p>
    </Page>
  );
}
