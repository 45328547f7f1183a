import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { memberDetailsReply, memberParams } from "#app/features/admin/members/members.schema.ts";
import { findMember } from "#app/features/admin/members/server/find-member.server.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { adminPasswordDescription } from "#app/http/auth/admin-guard.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAdmin({
    summary: "会員を統計とともに返します。",
    reply: memberDetailsReply,
    params: memberParams,
    answer: async ({ params }) => memberDetailsReply.parse(await findMember(params)),
  }),
  DELETE: forAdmin({
    summary: "会員を削除します。元に戻せません。",
    description: `投稿や音声ファイルも消え、お支払いは止まります。公式アカウントは削除できません。${adminPasswordDescription}`,
    reply: doneReply,
    errorStatuses: [404],
    params: memberParams,
    async answer({ admin, params: { userId } }) {
      await deleteAccount({ viewer: { id: userId }, actor: actorOf(admin) });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
