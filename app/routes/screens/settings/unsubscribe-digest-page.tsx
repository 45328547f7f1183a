import { z } from "zod";
import { UnsubscribeScreen } from "#app/features/mail/unsubscribe-screen.tsx";
import { stopDigest } from "#app/features/notifications/digest/digest-email.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import type { Route } from "./+types/unsubscribe-digest-page";

const noun = "通知のまとめのメール";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle(`${noun}を止めます`, matches) },
  { name: "robots", content: "noindex" },
];

/** Reads nothing, as the page that stops news. */
export const loader = pageLoader(async (_: Route.LoaderArgs) => null);

/** As the page that stops news: mailboxes post here too. */
export const action = formAction({
  who: "anyone",
  schema: z.object({}),
  readsBody: true,
  async run({ params }) {
    await stopDigest(params.token ?? "");
    return { isStopped: true } as const;
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function UnsubscribeDigest({ actionData }: Route.ComponentProps) {
  return (
    <UnsubscribeScreen
      noun={noun}
      lead="まだ開いていない通知を、一日に一度お送りするメールです。サイトの中の通知は、そのままです。"
      actionData={actionData}
    />
  );
}
