import { z } from "zod";
import { generationTasksReply } from "#app/features/themes/tasks/generation-task.schema.ts";
import {
  countThemeTasks,
  listThemeTasks,
  toGenerationTaskReply,
} from "#app/features/themes/tasks/server/list-generation-tasks.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAdmin({
    summary: "テーマから音声をつくる作業を、新しい順に10件ずつ返します。",
    description: "全体の件数は`X-Total-Count`にあります。",
    query: z.object({
      page: z.coerce.number().int().min(1).max(10_000).default(1).describe("1から数えるページ"),
    }),
    reply: generationTasksReply,
    async answer({ query }) {
      const tasks = await listThemeTasks(query.page);
      const { total } = await countThemeTasks();
      return Response.json(tasks.map(toGenerationTaskReply), {
        headers: { "Cache-Control": "no-store", "X-Total-Count": String(total) },
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
