import { z } from "zod";
import { cancelTask } from "#app/features/creation/tasks/server/end-task.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "音声をつくる作業を取り消します。",
    reply: doneReply,
    params: z.object({ id: z.string().max(100) }),
    async answer({ viewer, params }) {
      await cancelTask({ viewer, taskId: params.id });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
