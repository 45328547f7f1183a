import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { PronunciationsEditor } from "#app/features/pronunciations/components/pronunciations-editor.tsx";
import { pronunciationsFormSchema } from "#app/features/pronunciations/pronunciations.schema.ts";
import { pronunciationsPath } from "#app/features/pronunciations/pronunciations.ts";
import {
  loadPronunciationsPage,
  runPronunciationsForm,
} from "#app/features/pronunciations/server/run-pronunciations-form.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { dictionaryBytes } from "#app/http/limits/body-limit.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/pronunciations-page";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle("読み辞書", matches) }];

export const loader = viewerLoader(async ({ context, viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return { dictionary: null };
  const { id: userId } = requireMember(viewer);
  const query = context.get(requestContext).url.searchParams;
  return { dictionary: await loadPronunciationsPage({ userId, query }) };
});

export const action = formAction({
  schema: pronunciationsFormSchema,
  size: { bytes: dictionaryBytes },
  who: "member",
  limit: rateLimits.changePronunciations,
  async run({ context, viewer, value }) {
    const flash = await runPronunciationsForm({ kind: "member", viewer }, value);
    return redirectWithFlash(context, (value.intent === "save" && value.next) || pronunciationsPath, flash);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Readings({ loaderData, actionData }: Route.ComponentProps) {
  const { dictionary } = loaderData;
  if (!dictionary)
    return (
      <LoginPrompt
        returnPath={pronunciationsPath}
        heading="読み辞書"
        lead="登録した言葉の読み方が、次に作る音声から使われます。"
      />
    );
  return (
    <Page
      title="読み辞書"
      lead="音声を作るときの、言葉の読み方です。次に作る音声から使われます。"
      back={{ to: "/settings", label: "設定" }}
    >
      <PronunciationsEditor {...dictionary} path={pronunciationsPath} formResult={actionData} />
    </Page>
  );
}
