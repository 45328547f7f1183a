import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { repliesForm } from "#app/features/admin/replies/replies.schema.ts";
import { RepliesScreen, repliesPath } from "#app/features/admin/replies/replies-screen.tsx";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import {
  deleteReplyTemplate,
  listReplyTemplates,
  saveReplyTemplate,
} from "#app/features/contact/reply-templates.server.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { longTextBytes } from "#app/http/core/read-body.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/replies-page";

export const meta: Route.MetaFunction = () => adminMeta("返信のひな形");

export const loader = adminPageLoader(async ({ context }: AdminArguments<Route.LoaderArgs>) => {
  const asked = context.get(requestContext).url.searchParams.get("edit");
  const templates = await listReplyTemplates();
  return { templates, edited: templates.find(({ id }) => String(id) === asked) ?? null };
});

export const action = formAction({
  who: "admin",
  schema: repliesForm,
  size: { bytes: longTextBytes },
  async run({ context, value, viewer: admin }) {
    const actor = actorOf(admin);
    if (value.intent === "save") await saveReplyTemplate({ ...value, actor });
    else await deleteReplyTemplate({ actor, id: value.id });
    const flash = value.intent === "save" ? "reply-template-saved" : "reply-template-deleted";
    return redirectWithFlash(context, repliesPath, flash);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Replies({ loaderData }: Route.ComponentProps) {
  return <RepliesScreen {...loaderData} />;
}
