import { z } from "zod";
import { followingReply, personParams } from "#app/features/people/people.schema.ts";
import { presentFollower } from "#app/features/people/person.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { listFollowing } from "#app/features/people/server/list-follows.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";

const route = endpoint({
  GET: forMembers({
    summary: "会員がフォローしている人を新しい順に返します。",
    reply: followingReply,
    params: personParams,
    query: z.object(pageQuery),
    async answer({ params, query, url }) {
      const person = await findPerson({ idOrCustomId: params.id });
      const { records, next } = await listFollowing({ userId: person.id, ...query });
      return pageResponse(url, { items: records.map(presentFollower), next }, "following");
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
