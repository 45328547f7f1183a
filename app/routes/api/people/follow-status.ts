import { followStatusReply, personParams } from "#app/features/people/people.schema.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { isFollowing } from "#app/features/people/server/list-follows.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "会員をフォローしているかどうかを返します。",
    reply: followStatusReply,
    params: personParams,
    async answer({ viewer, params }) {
      const person = await findPerson({ idOrCustomId: params.id });
      return { isFollowing: await isFollowing({ viewer, userId: person.id }) };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
