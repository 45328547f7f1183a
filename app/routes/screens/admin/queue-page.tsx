import { redirect } from "react-router";
import { z } from "zod";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { QueueScreen, queuePath } from "#app/features/admin/generation/queue-screen.tsx";
import { toTaskView } from "#app/features/admin/generation/task-view.ts";
import { hrefOfPage, pageOf } from "#app/features/admin/parts/pager.tsx";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { clearedMessages, tasksPerPage } from "#app/features/themes/tasks/generation-task.ts";
import {
  cancelGenerationTask,
  clearFailedTasks,
  clearInvalidTasks,
} from "#app/features/themes/tasks/server/generation-task-verbs.server.ts";
import {
  countThemeTasks,
  listThemeTasks,
} from "#app/features/themes/tasks/server/list-generation-tasks.server.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/queue-page";

export const meta: Route.MetaFunction = () => adminMeta("音声生成キュー");

const clearedTitles = { failed: "タスククリア完了", invalid: "無効タスククリア完了" };
const clearedPattern = /^(failed|invalid)-(\d{1,6})$/;

/** From the address: `?cleared=failed-3`. */
function clearedOf(query: URLSearchParams) {
  const [, kind, count] = clearedPattern.exec(query.get("cleared") ?? "") ?? [];
  if (kind !== "failed" && kind !== "invalid") return null;
  return { title: clearedTitles[kind], message: clearedMessages[kind](Number(count)) };
}

export const loader = adminPageLoader(async ({ context }: AdminArguments<Route.LoaderArgs>) => {
  const { searchParams } = context.get(requestContext).url;
  const seenAt = new Date().toISOString();
  const counts = await countThemeTasks();
  const lastPage = Math.max(1, Math.ceil(counts.total / tasksPerPage));
  const page = Math.min(pageOf(searchParams), lastPage);
  const tasks = (await listThemeTasks(page)).map(toTaskView);
  return { tasks, counts, page, seenAt, cleared: clearedOf(searchParams) };
});

const seenAt = z.iso.datetime().transform((text) => new Date(text));

export const action = formAction({
  who: "admin",
  schema: z.discriminatedUnion("intent", [
    z.object({ intent: z.literal("cancel"), taskId: z.string().max(100) }),
    z.object({ intent: z.literal("clear-failed"), seenAt }),
    z.object({ intent: z.literal("clear-invalid"), seenAt }),
  ]),
  async run({ context, value, viewer: admin }) {
    const actor = actorOf(admin);
    const { url, isDocument } = context.get(requestContext);
    const query = new URLSearchParams(url.searchParams);
    query.delete("cleared");
    if (value.intent === "cancel") {
      await cancelGenerationTask({ actor, taskId: value.taskId, dropsRepeat: isDocument });
      setFlash(context, "task-cancelled");
    } else if (value.intent === "clear-failed") {
      query.set("cleared", `failed-${await clearFailedTasks({ actor, seenAt: value.seenAt })}`);
    } else {
      query.set("cleared", `invalid-${await clearInvalidTasks({ actor, seenAt: value.seenAt })}`);
    }
    return redirect(hrefOfPage(queuePath, query)(pageOf(query)), 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Queue({ loaderData }: Route.ComponentProps) {
  return <QueueScreen data={loaderData} />;
}
