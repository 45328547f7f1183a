import { z } from "zod";
import { addressParams } from "#app/features/address.schema.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import {
  clearedReply,
  generateContentSchema,
  generationTaskReply,
  generationTasksReply,
} from "#app/features/themes/tasks/generation-task.schema.ts";
import { clearedMessages } from "#app/features/themes/tasks/generation-task.ts";
import {
  cancelGenerationTask,
  clearFailedTasks,
  clearInvalidTasks,
} from "#app/features/themes/tasks/server/generation-task-verbs.server.ts";
import {
  countThemeTasks,
  findGenerationTask,
  listThemeTasks,
  toGenerationTaskReply,
} from "#app/features/themes/tasks/server/list-generation-tasks.server.ts";
import {
  openGenerationStream,
  readLastEventId,
} from "#app/features/themes/tasks/server/open-generation-stream.server.ts";
import { startTextTask } from "#app/features/themes/tasks/server/start-generation-task.server.ts";
import { adminPasswordDescription } from "#app/http/auth/admin-guard.server.ts";
import { readAdminSession } from "#app/http/auth/admin-session-cookie.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { eventStreamHeaders, forAdmin } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

/** Prevents forgery of a GET that changes something, by links or other sites. Programs send no `Sec-Fetch-Site`. */
function isFromOwnPage({ headers }: Request): boolean {
  if (headers.has("Sec-Purpose") || headers.get("Sec-Fetch-Mode") === "navigate") return false;
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  return headers.get("Accept")?.includes("text/event-stream") ?? false;
}

const taskMissing = "タスクが見つかりません";

export const adminTasksCalls: CallTable = {
  "/api/generate-content": {
    GET: forAdmin({
      summary: "文章から公式アカウントの音声を作り、進み具合を知らせます。",
      description: [
        "Server-Sent Eventsです。`status`が何度か届き、`complete`か`error`で終わります。",
        "つながりが切れてブラウザーがつなぎ直すと（`Last-Event-ID`）、同じ作業の続きが届きます。",
        "同じ文章と速度の作業が進行中なら、その作業につながり、2つめは始まりません。",
      ].join(""),
      query: generateContentSchema,
      limit: rateLimits.generateContent,
      produces: "text/event-stream",
      otherStatuses: { 204: "つなぎ直したが、作業はもう終わっている" },
      errorStatuses: [429],
      async handle({ admin, query, request, url }) {
        if (!isFromOwnPage(request)) throw new Forbidden("この操作は、このサイトのページからだけできます");
        // A HEAD request must start nothing.
        if (request.method === "HEAD") return new Response(null, { headers: eventStreamHeaders });
        const taskId = await resumeOrStart();
        if (taskId === null)
          return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
        const isSignedIn = async () => (await readAdminSession(request, url))?.id === admin.id;
        return new Response(openGenerationStream({ taskId, isSignedIn, signal: request.signal }), {
          headers: eventStreamHeaders,
        });

        /** Null: nothing is left to tell, which keeps a browser from connecting again. */
        async function resumeOrStart(): Promise<string | null> {
          const lastEventId = request.headers.get("Last-Event-ID");
          if (lastEventId) {
            const { taskId: resumed, hasEnded } = readLastEventId(lastEventId);
            return !hasEnded && (await findGenerationTask(resumed)) ? resumed : null;
          }
          return (await startTextTask({ actor: actorOf(admin), ...query })).taskId;
        }
      },
    }),
  },
  "/api/admin/tasks": {
    GET: forAdmin({
      summary: "テーマから音声を作る作業を、新しい順に10件ずつ返します。",
      description: "全体の件数は`X-Total-Count`にあります。",
      query: z.object({
        page: z.coerce.number().int().min(1).max(10_000).default(1).describe("1から数えるページ"),
      }),
      reply: generationTasksReply,
      async handle({ query }) {
        const tasks = await listThemeTasks(query.page);
        const { total } = await countThemeTasks();
        return Response.json(tasks.map(toGenerationTaskReply), {
          headers: { "Cache-Control": "no-store", "X-Total-Count": String(total) },
        });
      },
    }),
  },
  "/api/admin/tasks/failed": {
    DELETE: forAdmin({
      summary: "失敗した作業をすべて削除します。",
      description: `進行中の作業と、できあがった音声は、そのままです。${adminPasswordDescription}`,
      reply: clearedReply,
      async handle({ admin }) {
        const count = await clearFailedTasks({ actor: actorOf(admin) });
        return { message: clearedMessages.failed(count) };
      },
    }),
  },
  "/api/admin/tasks/:id/cancel": {
    POST: forAdmin({
      summary: "音声を作る作業を中止します。",
      params: addressParams({ id: z.string().max(100) }, taskMissing),
      reply: generationTaskReply,
      errorStatuses: [404, 409],
      async handle({ admin, params }) {
        await cancelGenerationTask({ actor: actorOf(admin), taskId: params.id });
        const task = await findGenerationTask(params.id);
        if (!task) throw new NotFound(taskMissing);
        return toGenerationTaskReply(task);
      },
    }),
  },
  "/api/admin/cleanup/invalid-tasks": {
    DELETE: forAdmin({
      summary: "失敗した作業と、テーマがない作業、テーマが不採用になった作業を削除します。",
      description: `進行中の作業と、できあがった音声は、そのままです。${adminPasswordDescription}`,
      reply: clearedReply,
      async handle({ admin }) {
        const count = await clearInvalidTasks({ actor: actorOf(admin) });
        return { message: clearedMessages.invalid(count) };
      },
    }),
  },
};
