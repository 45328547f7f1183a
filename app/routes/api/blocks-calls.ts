import { z } from "zod";
import { blockMember, unblockMember } from "#app/features/blocks/block-member.server.ts";
import { listBlocked } from "#app/features/blocks/list-blocked.server.ts";
import { personInListReply, personParams } from "#app/features/people/people.schema.ts";
import { presentInList } from "#app/features/people/person.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forMembers } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const blockStateReply = z
  .object({ isBlocked: z.boolean() })
  .meta({ id: "BlockState", description: "会員をブロックしているかどうかです。" });

const blockedMembersReply = z.array(
  personInListReply
    .extend({ blockedAt: z.iso.datetime() })
    .meta({ id: "BlockedMember", description: "ブロックした会員と、ブロックした時刻です。" }),
);

export const blocksCalls: CallTable = {
  "/api/users/:id/block": {
    POST: forMembers({
      errorStatuses: [409],
      summary: "会員をブロックします。",
      description: "おたがいのフォローは解除され、相手の音声は一覧に、通知はおたがいに出なくなります。",
      reply: blockStateReply,
      limit: rateLimits.follow,
      params: personParams,
      async handle({ viewer, params }) {
        const person = await findPerson({ idOrCustomId: params.id });
        await blockMember({ viewer, userId: person.id });
        return { isBlocked: true };
      },
    }),
    DELETE: forMembers({
      summary: "会員のブロックを解除します。",
      reply: blockStateReply,
      limit: rateLimits.follow,
      params: personParams,
      async handle({ viewer, params }) {
        // A block must end also for an account that was denied since.
        const person = await findPerson({ idOrCustomId: params.id, inAnyState: true });
        await unblockMember({ viewer, userId: person.id });
        return { isBlocked: false };
      },
    }),
  },
  "/api/user/blocks": {
    GET: forMembers({
      summary: "ブロックしている会員を新しい順に返します。",
      reply: blockedMembersReply,
      query: z.object(pageQuery),
      async handle({ viewer, query, url }) {
        const { records, next } = await listBlocked({ viewer, ...query });
        const items = records.map(({ person, createdAt }) => ({
          ...presentInList(person),
          blockedAt: createdAt.toISOString(),
        }));
        return pageResponse(url, { items, next });
      },
    }),
  },
};
