import { z } from "zod";
import { followingRecordsReply, personParams } from "#app/features/people/people.schema.ts";
import { presentFollow } from "#app/features/people/person.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { listFollowing } from "#app/features/people/server/list-follows.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";

const route = endpoint({
  GET: forMembers({
    summary: "会員がフォローした記録を新しい順に返します。",
    reply: followingRecordsReply,
    params: personParams,
    query: z.object(pageQuery),
    async answer({ params, query, url }) {
      const person = await findPerson({ idOrCustomId: params.id });
      const { records, next } = await listFollowing({ userId: person.id, ...query });
      return pageResponse(url, { items: records.map((record) => presentFollow(record, "following")), next });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
