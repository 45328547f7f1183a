import { z } from "zod";
import { followersReply, personParams } from "#app/features/people/people.schema.ts";
import { presentFollower } from "#app/features/people/person.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { listFollowers } from "#app/features/people/server/list-follows.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";

const route = endpoint({
  GET: forMembers({
    summary: "会員のフォロワーを新しい順に返します。",
    reply: followersReply,
    params: personParams,
    query: z.object(pageQuery),
    async answer({ params, query, url }) {
      const person = await findPerson({ idOrCustomId: params.id });
      const { records, next } = await listFollowers({ userId: person.id, ...query });
      return pageResponse(url, { items: records.map(presentFollower), next }, "followers");
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
