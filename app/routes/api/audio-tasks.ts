import { z } from "zod";
import { taskReply, tasksReply } from "#app/features/creation/creation-replies.schema.ts";
import { confirmTrackOfTask } from "#app/features/creation/publish/confirm-publication.server.ts";
import { cancelTask, killStuckTask } from "#app/features/creation/tasks/server/cancel-task.server.ts";
import { findTask, listTasks, toTaskReply } from "#app/features/creation/tasks/server/find-task.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forMembers } from "#app/http/core/endpoint.server.ts";

/** The member's tasks that write scripts and speak them. */
export const audioTasksCalls: CallTable = {
  "/api/audio-tasks/user": {
    GET: forMembers({
      summary: "自分の作業を新しい順に返します。",
      reply: tasksReply,
      handle: async ({ viewer }) => (await listTasks({ viewer })).map(toTaskReply),
    }),
  },
  "/api/audio-tasks/update-track-id": {
    POST: forMembers({
      errorStatuses: [404, 409],
      summary: "作業と公開された音声の組み合わせを確かめます。",
      reply: doneReply,
      body: z.object({
        sessionId: z
          .string({ error: "タスクを指定してください" })
          .min(1, "タスクを指定してください")
          .max(100),
        trackId: z.coerce
          .number({ error: "音声を指定してください" })
          .int()
          .positive()
          .max(2 ** 31 - 1),
      }),
      async handle({ viewer, body }) {
        await confirmTrackOfTask({ viewer, ...body });
        return { success: true };
      },
    }),
  },
  "/api/audio-tasks/:id": {
    GET: forMembers({
      summary: "音声をつくる作業の状態を返します。",
      reply: taskReply,
      params: z.object({ id: z.string().max(100) }),
      handle: async ({ viewer, params }) => toTaskReply(await findTask({ viewer, taskId: params.id })),
    }),
  },
  "/api/audio-tasks/:id/cancel": {
    POST: forMembers({
      summary: "音声をつくる作業を取り消します。",
      reply: doneReply,
      params: z.object({ id: z.string().max(100) }),
      async handle({ viewer, params }) {
        await cancelTask({ viewer, taskId: params.id });
        return { success: true };
      },
    }),
  },
  "/api/audio-tasks/:id/kill": {
    POST: forMembers({
      errorStatuses: [409],
      summary: "長く止まっている作業を終わらせます。",
      reply: doneReply,
      params: z.object({ id: z.string().max(100) }),
      async handle({ viewer, params }) {
        await killStuckTask({ viewer, taskId: params.id });
        return { success: true };
      },
    }),
  },
};
