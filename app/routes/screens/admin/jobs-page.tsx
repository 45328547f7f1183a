import { z } from "zod";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { findJobs } from "#app/features/admin/jobs/find-jobs.server.ts";
import { JobsScreen } from "#app/features/admin/jobs/jobs-screen.tsx";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { retryFailedTasks, retryTask } from "#app/features/creation/tasks/server/retry-task.server.ts";
import { retryFailedEmails } from "#app/features/mail/failed-emails.server.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { adminPageLoader } from "#app/http/core/page-loader.server.ts";
import type { Route } from "./+types/jobs-page";

export const meta: Route.MetaFunction = () => adminMeta("ジョブ");

export const loader = adminPageLoader((_: Route.LoaderArgs) => findJobs());

export const action = formAction({
  who: "admin",
  schema: z.discriminatedUnion("intent", [
    z.object({ intent: z.literal("retry"), task: z.string().max(100) }),
    z.object({ intent: z.literal("retry-all") }),
    z.object({ intent: z.literal("retry-email"), email: z.string().max(100) }),
    z.object({ intent: z.literal("retry-emails") }),
  ]),
  async run({ context, value, viewer: admin }) {
    const actor = actorOf(admin);
    const back = (flash: FlashKey) => redirectWithFlash(context, "/admin/jobs", flash);
    switch (value.intent) {
      case "retry":
        await retryTask({ actor, taskId: value.task });
        return back("task-retried");
      case "retry-all":
        await retryFailedTasks({ actor });
        return back("tasks-retried");
      case "retry-email":
        await retryFailedEmails({ actor, ids: [value.email] });
        return back("emails-retried");
      case "retry-emails":
        await retryFailedEmails({ actor, ids: "all" });
        return back("emails-retried");
    }
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Jobs({ loaderData }: Route.ComponentProps) {
  return <JobsScreen jobs={loaderData} />;
}
