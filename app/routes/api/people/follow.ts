import { followStateReply, personParams } from "#app/features/people/people.schema.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { unfollowMember } from "#app/features/people/server/unfollow-member.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    errorStatuses: [409],
    summary: "会員をフォローします。",
    reply: followStateReply,
    limit: rateLimits.follow,
    params: personParams,
    async answer({ viewer, params }) {
      const person = await findPerson({ idOrCustomId: params.id });
      return followMember({ viewer, userId: person.id });
    },
  }),
  DELETE: forMembers({
    summary: "会員のフォローをやめます。",
    reply: followStateReply,
    limit: rateLimits.follow,
    params: personParams,
    async answer({ viewer, params }) {
      // An account that was denied after the follow can still be unfollowed.
      const person = await findPerson({ idOrCustomId: params.id, inAnyState: true });
      return unfollowMember({ viewer, userId: person.id });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
