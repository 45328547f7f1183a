import { redirect } from "react-router";
import { z } from "zod";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import {
  GenerateScreen,
  generatePath,
  generatePathOf,
} from "#app/features/admin/generation/generate-screen.tsx";
import { toTaskView } from "#app/features/admin/generation/task-view.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { generateContentSchema } from "#app/features/themes/tasks/generation-task.schema.ts";
import {
  cancelGenerationTask,
  clearFailedTasks,
} from "#app/features/themes/tasks/server/generation-task-verbs.server.ts";
import {
  findGenerationTask,
  listFailedTextTasks,
  listTextTasks,
} from "#app/features/themes/tasks/server/list-generation-tasks.server.ts";
import { startTextTask } from "#app/features/themes/tasks/server/start-generation-task.server.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import type { Route } from "./+types/generate";

export const meta: Route.MetaFunction = () => adminMeta("AI生成");

const recentTasks = 5;
const maxFailedTasks = 20;

export const loader = adminPageLoader(async ({ context }: AdminArguments<Route.LoaderArgs>) => {
  const taskId = context.get(requestContext).url.searchParams.get("task");
  const task = taskId ? await findGenerationTask(taskId) : null;
  const seenAt = new Date().toISOString();
  const failed = await listFailedTextTasks(maxFailedTasks);
  const recent = await listTextTasks(recentTasks);
  return {
    task: task?.kind === "text" ? toTaskView(task) : null,
    recent: recent.filter(({ state }) => state !== "failed").map(toTaskView),
    failed: failed.map(toTaskView),
    seenAt,
  };
});

export const action = formAction({
  who: "admin",
  limit: rateLimits.generateContent,
  schema: z.discriminatedUnion("intent", [
    generateContentSchema.extend({ intent: z.literal("generate") }),
    z.object({ intent: z.literal("cancel"), taskId: z.string().max(100) }),
    z.object({
      intent: z.literal("clear-failed"),
      seenAt: z.iso.datetime().transform((text) => new Date(text)),
    }),
  ]),
  async run({ context, value, viewer: admin }) {
    const actor = actorOf(admin);
    const { isDocument } = context.get(requestContext);
    if (value.intent === "cancel") {
      await cancelGenerationTask({ actor, taskId: value.taskId, dropsRepeat: isDocument });
      return redirectWithFlash(context, generatePath, "task-cancelled");
    }
    if (value.intent === "clear-failed") {
      await clearFailedTasks({ actor, seenAt: value.seenAt, kind: "text" });
      return redirectWithFlash(context, generatePath, "tasks-cleared");
    }
    const { inputText, speakingRate } = value;
    const { taskId } = await startTextTask({ actor, inputText, speakingRate, dropsRepeat: isDocument });
    return redirect(generatePathOf(taskId), 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Generate({ loaderData }: Route.ComponentProps) {
  return <GenerateScreen {...loaderData} />;
}
