import { z } from "zod";
import { presentTask } from "#app/features/creation/present-task.ts";
import { findTask } from "#app/features/creation/server/find-task.server.ts";
import { taskReply } from "#app/features/creation/tasks.schema.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "音声をつくる作業の状態を返します。",
    reply: taskReply,
    params: z.object({ id: z.string().max(100) }),
    answer: async ({ viewer, params }) => presentTask(await findTask({ viewer, taskId: params.id })),
  }),
});
export const loader = route.loader;
export const action = route.action;
