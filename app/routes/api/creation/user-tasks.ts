import { presentTask } from "#app/features/creation/present-task.ts";
import { listTasks } from "#app/features/creation/server/find-task.server.ts";
import { tasksReply } from "#app/features/creation/tasks.schema.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "自分の作業を新しい順に返します。",
    reply: tasksReply,
    answer: async ({ viewer }) => (await listTasks({ viewer })).map(presentTask),
  }),
});
export const loader = route.loader;
export const action = route.action;
