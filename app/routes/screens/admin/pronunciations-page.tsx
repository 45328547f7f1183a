import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { AdminPage } from "#app/features/admin/parts/admin-page.tsx";
import { ConfirmForm } from "#app/features/admin/parts/confirm-form.tsx";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { PronunciationsEditor } from "#app/features/pronunciations/components/pronunciations-editor.tsx";
import { pronunciationsFormSchema } from "#app/features/pronunciations/pronunciations.schema.ts";
import { sitePronunciationsPath } from "#app/features/pronunciations/pronunciations.ts";
import {
  loadPronunciationsPage,
  runPronunciationsForm,
} from "#app/features/pronunciations/server/run-pronunciations-form.server.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { dictionaryBytes } from "#app/http/limits/body-limit.ts";
import type { Route } from "./+types/pronunciations-page";

export const meta: Route.MetaFunction = () => adminMeta("読み辞書");

export const loader = adminPageLoader(async ({ context }: AdminArguments<Route.LoaderArgs>) =>
  loadPronunciationsPage({ userId: null, query: context.get(requestContext).url.searchParams }),
);

export const action = formAction({
  schema: pronunciationsFormSchema,
  size: { bytes: dictionaryBytes },
  who: "admin",
  async run({ context, value, viewer: admin }) {
    const flash = await runPronunciationsForm({ kind: "site", actor: actorOf(admin) }, value);
    return redirectWithFlash(context, sitePronunciationsPath, flash);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

/** Every voice uses it after a member's own. */
export default function SitePronunciations({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage
      title="読み辞書"
      lead="すべての音声で使う読みです。会員が自分の読み辞書に登録した読みが、先に使われます。"
    >
      <div className="max-w-160">
        <PronunciationsEditor
          {...loaderData}
          path={sitePronunciationsPath}
          formResult={actionData}
          deleteButton={({ id, word }) => (
            <ConfirmForm
              values={{ intent: "delete", id }}
              label="削除"
              ariaLabel={`${word}を削除`}
              title={`「${word}」を読み辞書から削除しますか？`}
              needsPassword
              isDestructive
              confirmLabel="削除する"
            />
          )}
        />
      </div>
    </AdminPage>
  );
}
