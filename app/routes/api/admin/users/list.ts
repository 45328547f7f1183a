import { z } from "zod";
import { memberReply, membersQuery } from "#app/features/admin/members/members.schema.ts";
import { listMembers } from "#app/features/admin/members/server/list-members.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";
import { membersResponse } from "./members-response.server.ts";

const route = endpoint({
  GET: forAdmin({
    summary: "会員の一覧を返します。新しい順です。",
    description:
      "`X-Total-Count`に全体の数、`X-Filtered-Count`に条件に合う数が付きます。1万件までは正確な数、それより多いときは最大10分前の数です。続きがあれば`X-Next-Cursor`が付き、ページの番号で届くのは1万件までです。",
    reply: z.array(memberReply),
    query: membersQuery,
    async answer({ query: { q = "", page = 1, limit, state = "all", cursor } }) {
      return membersResponse(await listMembers({ search: q, filter: state, page, limit, cursor }));
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
