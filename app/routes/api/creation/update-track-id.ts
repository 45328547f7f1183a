import { z } from "zod";
import { confirmTrackOfTask } from "#app/features/creation/publish/confirm-publication.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  POST: forMembers({
    errorStatuses: [404, 409],
    summary: "作業と公開された音声の組み合わせを確かめます。",
    reply: doneReply,
    body: z.object({
      sessionId: z.string({ error: "タスクを指定してください" }).min(1, "タスクを指定してください").max(100),
      trackId: z.coerce
        .number({ error: "音声を指定してください" })
        .int()
        .positive()
        .max(2 ** 31 - 1),
    }),
    async answer({ viewer, body }) {
      await confirmTrackOfTask({ viewer, ...body });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
