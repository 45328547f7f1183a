import { z } from "zod";
import { memberReply, membersSearchBody } from "#app/features/admin/members/members.schema.ts";
import { listMembers } from "#app/features/admin/members/server/list-members.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";
import { membersResponse } from "./members-response.server.ts";

const route = endpoint({
  POST: forAdmin({
    summary: "会員をメールアドレスで探します。",
    description: "アドレスがURLや記録に残らないよう、POSTで送ります。新しい順に100件までです。",
    reply: z.array(memberReply),
    body: membersSearchBody,
    answer: async ({ body: { email } }) =>
      membersResponse(await listMembers({ search: email, by: "email", filter: "all", page: 1, limit: 100 })),
  }),
});
export const loader = route.loader;
export const action = route.action;
