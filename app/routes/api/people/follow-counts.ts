import { followCountsReply, personParams } from "#app/features/people/people.schema.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "会員のフォロー数とフォロワー数を返します。",
    reply: followCountsReply,
    params: personParams,
    async answer({ params }) {
      const { followingCount, followerCount } = await findPerson({ idOrCustomId: params.id });
      return { followingCount, followerCount };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
