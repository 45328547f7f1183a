import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { clearedReply } from "#app/features/themes/tasks/generation-task.schema.ts";
import { clearedMessages } from "#app/features/themes/tasks/generation-task.ts";
import { clearFailedTasks } from "#app/features/themes/tasks/server/clear-generation-tasks.server.ts";
import { adminPasswordDescription } from "#app/http/auth/admin-guard.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  DELETE: forAdmin({
    summary: "失敗した作業をすべて削除します。",
    description: `進行中の作業と、できあがった音声は、そのままです。${adminPasswordDescription}`,
    reply: clearedReply,
    async answer({ admin }) {
      const count = await clearFailedTasks({ actor: actorOf(admin) });
      return { message: clearedMessages.failed(count) };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
