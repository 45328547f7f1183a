import { Form } from "react-router";
import { z } from "zod";
import { stopNews } from "#app/features/mail/news.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { firstMessage, isFormResult } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/unsubscribe-page";

const heading = "お知らせのメールを止めます";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle(heading, matches) },
  { name: "robots", content: "noindex" },
];

/** Reads nothing: what is behind a link is told to nobody, and programs that open links of emails stop nothing. */
export const loader = pageLoader(async (_: Route.LoaderArgs) => null);

/** The page's button, or a mailbox by itself (RFC 8058), which sends `List-Unsubscribe=One-Click` and follows no redirect. */
export const action = formAction({
  who: "anyone",
  schema: z.object({}),
  // Not read: mailboxes send it as `multipart/form-data` too.
  readsBody: true,
  async run({ params }) {
    await stopNews(params.token ?? "");
    return { isStopped: true };
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  if (actionData && "isStopped" in actionData)
    return (
      <Page title="お知らせのメールを止めました" lead="「設定」で、いつでもまた受け取れます。">
        <ButtonLink to="/" icon="home">
          ホームに戻る
        </ButtonLink>
      </Page>
    );
  return (
    <Page
      title={heading}
      lead="運営から全員へのお知らせのメールです。お支払いやお問い合わせなど、あなたの手続きについてのメールは、これからも届きます。"
    >
      {isFormResult(actionData) && <Notice tone="error" title={firstMessage(actionData)} />}
      <Form method="post" className="pt-4">
        <Button wide>お知らせのメールを止める</Button>
      </Form>
    </Page>
  );
}
