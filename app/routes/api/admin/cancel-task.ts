import { z } from "zod";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { generationTaskReply } from "#app/features/themes/tasks/generation-task.schema.ts";
import { cancelGenerationTask } from "#app/features/themes/tasks/server/cancel-generation-task.server.ts";
import {
  findGenerationTask,
  toGenerationTaskReply,
} from "#app/features/themes/tasks/server/list-generation-tasks.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  POST: forAdmin({
    summary: "音声をつくる作業を中止します。",
    params: z.object({ id: z.string().max(100) }),
    reply: generationTaskReply,
    errorStatuses: [404, 409],
    async answer({ admin, params }) {
      await cancelGenerationTask({ actor: actorOf(admin), taskId: params.id });
      const task = await findGenerationTask(params.id);
      if (!task) throw new NotFound("タスクが見つかりません");
      return toGenerationTaskReply(task);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
