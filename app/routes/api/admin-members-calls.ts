import { z } from "zod";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { endAllSessions, endSessionOf } from "#app/features/accounts/sessions/session.server.ts";
import { logAccess } from "#app/features/admin/log-access.server.ts";
import {
  heardTracksReply,
  invitationStatusBody,
  memberDetailsReply,
  memberParams,
  memberReply,
  memberSessionParams,
  memberSessionsReply,
  memberStateBody,
  membersQuery,
  membersSearchBody,
  premiumBody,
  premiumOfBody,
} from "#app/features/admin/members/members.schema.ts";
import { findMember, findMemberRow } from "#app/features/admin/members/server/find-member.server.ts";
import {
  listHeardTracks,
  listMemberSessions,
} from "#app/features/admin/members/server/list-member-activity.server.ts";
import { listMembers, type MemberPage } from "#app/features/admin/members/server/list-members.server.ts";
import { setPremium } from "#app/features/admin/members/server/set-premium.server.ts";
import { type AdminSession, actorOf } from "#app/features/admin/session/admin-session.ts";
import { setInvitePermission } from "#app/features/invitations/server/invitation-verbs.server.ts";
import { adminPasswordDescription } from "#app/http/auth/admin-guard.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forAdmin } from "#app/http/core/endpoint.server.ts";

/** Counts and the next page's cursor are in headers. */
function membersResponse({ members, total, filtered, next }: MemberPage): Response {
  const body = members.map((member) => memberReply.parse(member));
  return Response.json(body, {
    headers: {
      "Cache-Control": "no-store",
      "X-Total-Count": String(total.count),
      "X-Filtered-Count": String(filtered.count),
      ...(next && { "X-Next-Cursor": next }),
    },
  });
}

async function setPremiumOf(options: {
  userId: string;
  body: z.output<typeof premiumBody>;
  admin: AdminSession;
}): Promise<z.infer<typeof memberReply>> {
  const { userId, body, admin } = options;
  await setPremium({ userId, ...body, actor: actorOf(admin) });
  return memberReply.parse(await findMemberRow({ userId }));
}

export const adminMembersCalls: CallTable = {
  "/api/admin/users": {
    GET: forAdmin({
      summary: "会員の一覧を返します。新しい順です。",
      description:
        "`X-Total-Count`に全体の数、`X-Filtered-Count`に条件に合う数が付きます。1万件までは正確な数、それより多いときは最大10分前の数です。続きがあれば`X-Next-Cursor`が付き、ページの番号で届くのは1万件までです。",
      reply: z.array(memberReply),
      query: membersQuery,
      async handle({ query: { q = "", page = 1, limit, state = "all", cursor } }) {
        return membersResponse(await listMembers({ search: q, filter: state, page, limit, cursor }));
      },
    }),
  },
  "/api/admin/users/search": {
    POST: forAdmin({
      summary: "会員をメールアドレスで探します。",
      description: "アドレスがURLや記録に残らないよう、POSTで送ります。新しい順に100件までです。",
      reply: z.array(memberReply),
      body: membersSearchBody,
      handle: async ({ body: { email } }) =>
        membersResponse(
          await listMembers({ search: email, by: "email", filter: "all", page: 1, limit: 100 }),
        ),
    }),
  },
  "/api/admin/users/premium": {
    POST: forAdmin({
      summary: "会員にプレミアムを付与し、または付与したものを終わらせます。",
      description: `\`PATCH /api/admin/users/{userId}/premium\`と同じです。終わらせるとき、期限を早めるときは、${adminPasswordDescription}`,
      reply: memberReply,
      errorStatuses: [404, 409],
      body: premiumOfBody,
      handle: ({ admin, body: { userId, ...body } }) => setPremiumOf({ userId, body, admin }),
    }),
  },
  "/api/admin/users/invitation-status": {
    POST: forAdmin({
      summary: "会員がほかの人を招待できるかどうかを変えます。",
      description: `権限を取り上げるときは、${adminPasswordDescription}`,
      reply: memberReply,
      errorStatuses: [404],
      body: invitationStatusBody,
      async handle({ admin, body: { userId, canInvite } }) {
        await setInvitePermission({ userId, canInvite, actor: actorOf(admin) });
        return memberReply.parse(await findMemberRow({ userId }));
      },
    }),
  },
  "/api/admin/users/:userId": {
    GET: forAdmin({
      summary: "会員を統計とともに返します。",
      reply: memberDetailsReply,
      params: memberParams,
      handle: async ({ params }) => memberDetailsReply.parse(await findMember(params)),
    }),
    DELETE: forAdmin({
      summary: "会員を削除します。元に戻せません。",
      description: `投稿や音声ファイルも消え、お支払いは止まります。公式アカウントは削除できません。${adminPasswordDescription}`,
      errorStatuses: [404],
      params: memberParams,
      does: ({ admin, params: { userId } }) =>
        deleteAccount({ viewer: { id: userId }, actor: actorOf(admin) }),
    }),
  },
  "/api/admin/users/:userId/premium": {
    PATCH: forAdmin({
      summary: "会員にプレミアムを付与し、または付与したものを終わらせます。",
      description: `カードでお支払い中の会員を無料にはできません。先に解約が必要です。解約しても、支払い済みの期間が終わるまでは無料にできません。終わらせるとき、期限を早めるときは、${adminPasswordDescription}`,
      reply: memberReply,
      errorStatuses: [409],
      params: memberParams,
      body: premiumBody,
      handle: ({ admin, params: { userId }, body }) => setPremiumOf({ userId, body, admin }),
    }),
  },
  "/api/admin/users/:userId/state": {
    PATCH: forAdmin({
      summary: "会員を承認し、停止し、または拒否します。",
      description: `停止（\`suspended\`）と拒否（\`denied\`）では、すべての端末でログアウトし、公開したものが見えなくなります。停止ではお支払いに触れず、承認（\`approved\`）すると元に戻ります。拒否ではお支払いがすぐに解約され、承認しても戻りません。停止できるのは承認済みの会員だけで、ほかは409です。停止と拒否では、${adminPasswordDescription}`,
      reply: memberReply,
      errorStatuses: [409],
      params: memberParams,
      body: memberStateBody,
      async handle({ admin, params: { userId }, body: { state, reason } }) {
        const actor = actorOf(admin);
        if (state === "approved") await approveAccount({ userId, actor });
        else if (state === "denied") await denyAccount({ userId, actor, reason });
        else await suspendAccount({ userId, actor, reason: reason ?? "" });
        return memberReply.parse(await findMemberRow({ userId }));
      },
    }),
  },
  "/api/admin/users/:userId/listening-history": {
    GET: forAdmin({
      summary: "会員の再生履歴の新しい100件を返します。",
      description: "見たことは操作記録に残ります。",
      reply: heardTracksReply,
      params: memberParams,
      async handle({ admin, params: { userId } }) {
        const heard = await listHeardTracks({ userId });
        await logAccess({ adminSessionId: admin.id, actor: actorOf(admin), userId, kind: "history" });
        return heard.map(({ trackId, title: _, listenedAt, ...entry }) => ({
          id: trackId,
          trackId,
          ...entry,
          createdAt: listenedAt,
        }));
      },
    }),
  },
  "/api/admin/users/:userId/sessions": {
    GET: forAdmin({
      summary: "会員がログインしている端末を返します。",
      description: "見たことは操作記録に残ります。",
      reply: memberSessionsReply,
      params: memberParams,
      async handle({ admin, params: { userId } }) {
        const sessions = await listMemberSessions({ userId });
        await logAccess({ adminSessionId: admin.id, actor: actorOf(admin), userId, kind: "sessions" });
        return sessions.map(({ device, ...session }) => ({ ...session, deviceInfo: device }));
      },
    }),
    DELETE: forAdmin({
      summary: "会員をすべての端末でログアウトさせます。",
      description: adminPasswordDescription,
      params: memberParams,
      async does({ admin, params: { userId } }) {
        await listMemberSessions({ userId });
        await endAllSessions({ viewer: { id: userId }, actor: actorOf(admin) });
      },
    }),
  },
  "/api/admin/users/:userId/sessions/:sessionId": {
    DELETE: forAdmin({
      summary: "会員を1つの端末でログアウトさせます。",
      description: adminPasswordDescription,
      params: memberSessionParams,
      does: ({ admin, params: { userId, sessionId } }) =>
        endSessionOf({ userId, publicId: sessionId, actor: actorOf(admin) }),
    }),
  },
};
