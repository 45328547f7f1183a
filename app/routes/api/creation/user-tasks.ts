import { tasksReply } from "#app/features/creation/creation-replies.schema.ts";
import { listTasks, toTaskReply } from "#app/features/creation/tasks/server/find-task.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "自分の作業を新しい順に返します。",
    reply: tasksReply,
    answer: async ({ viewer }) => (await listTasks({ viewer })).map(toTaskReply),
  }),
});
export const loader = route.loader;
export const action = route.action;
