import { z } from "zod";
import { taskReply } from "#app/features/creation/creation-replies.schema.ts";
import { findTask, toTaskReply } from "#app/features/creation/tasks/server/find-task.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "音声をつくる作業の状態を返します。",
    reply: taskReply,
    params: z.object({ id: z.string().max(100) }),
    answer: async ({ viewer, params }) => toTaskReply(await findTask({ viewer, taskId: params.id })),
  }),
});
export const loader = route.loader;
export const action = route.action;
