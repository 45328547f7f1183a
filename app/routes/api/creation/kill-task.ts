import { z } from "zod";
import { killStuckTask } from "#app/features/creation/tasks/server/end-task.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  POST: forMembers({
    errorStatuses: [409],
    summary: "長く止まっている作業を終わらせます。",
    reply: doneReply,
    params: z.object({ id: z.string().max(100) }),
    async answer({ viewer, params }) {
      await killStuckTask({ viewer, taskId: params.id });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
