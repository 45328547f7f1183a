import { z } from "zod";
import { stopNews } from "#app/features/mail/news.server.ts";
import { UnsubscribeScreen } from "#app/features/mail/unsubscribe-screen.tsx";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import type { Route } from "./+types/unsubscribe-page";

const noun = "お知らせのメール";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle(`${noun}を止めます`, matches) },
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
    return { isStopped: true } as const;
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  return (
    <UnsubscribeScreen
      noun={noun}
      lead="運営から全員へのお知らせのメールです。お支払いやお問い合わせなど、あなたの手続きについてのメールは、これからも届きます。"
      actionData={actionData}
    />
  );
}
