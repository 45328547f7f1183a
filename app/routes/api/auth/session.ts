import { z } from "zod";
import { endOwnSession } from "#app/features/accounts/sessions/end-sessions.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { endpoint, forAccounts } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  DELETE: forAccounts({
    summary: "ほかの端末を1つログアウトします。",
    reply: doneReply,
    params: z.object({ id: z.string().max(100) }),
    async answer({ viewer, params }) {
      await endOwnSession({ viewer, publicId: params.id });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
