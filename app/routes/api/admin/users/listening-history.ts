import { heardTracksReply, memberParams } from "#app/features/admin/members/members.schema.ts";
import { listHeardTracks } from "#app/features/admin/members/server/list-member-activity.server.ts";
import { recordLook } from "#app/features/admin/record-look.server.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAdmin({
    summary: "会員の再生履歴の新しい100件を返します。",
    description: "見たことは操作記録に残ります。",
    reply: heardTracksReply,
    params: memberParams,
    async answer({ admin, params: { userId } }) {
      const heard = await listHeardTracks({ userId, limit: 100 });
      await recordLook({ adminSessionId: admin.id, actor: actorOf(admin), userId, kind: "history" });
      return heard.map(({ trackId, title: _, listenedAt, ...entry }) => ({
        id: trackId,
        trackId,
        ...entry,
        createdAt: listenedAt,
      }));
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
