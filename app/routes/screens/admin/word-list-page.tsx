import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { tryWordList } from "#app/features/admin/word-list/try-word-list.server.ts";
import { wordListForm } from "#app/features/admin/word-list/word-list.schema.ts";
import { WordListScreen } from "#app/features/admin/word-list/word-list-screen.tsx";
import { findWordList, listWordLists, saveWordList } from "#app/features/word-list/word-list.server.ts";
import { wordListPath } from "#app/features/word-list/word-list.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { longTextBytes } from "#app/http/core/read-body.server.ts";
import type { Route } from "./+types/word-list-page";

export const meta: Route.MetaFunction = () => adminMeta("止める言葉");

export const loader = adminPageLoader(async () => ({ versions: await listWordLists() }));

export const action = formAction({
  who: "admin",
  schema: wordListForm,
  // Three times 300 lines of 60 letters, of nine bytes each as forms send them.
  size: { bytes: 2 * longTextBytes },
  async run({ context, value, viewer: admin }) {
    if (value.intent === "try") {
      const { words, examples, exceptions } = value;
      const list = { words, examples, exceptions };
      return { list, trial: await tryWordList(list) };
    }
    const restores = value.intent === "restore" ? value.version : null;
    const list = value.intent === "restore" ? await findWordList(value.version) : value;
    const { blockedCount, freedCount } = await tryWordList(list);
    await saveWordList({ actor: actorOf(admin), list, base: value.base, restores, blockedCount, freedCount });
    const flash = restores === null ? "word-list-saved" : "word-list-restored";
    return redirectWithFlash(context, wordListPath, flash);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function WordListPage({ loaderData, actionData }: Route.ComponentProps) {
  const tried = actionData && "trial" in actionData ? actionData : undefined;
  return <WordListScreen {...loaderData} tried={tried} />;
}
