import { personParams, personReply } from "#app/features/people/people.schema.ts";
import { presentPerson } from "#app/features/people/person.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "会員の公開プロフィールを返します。",
    reply: personReply,
    params: personParams,
    answer: async ({ params }) => presentPerson(await findPerson({ idOrCustomId: params.id })),
  }),
});
export const loader = route.loader;
export const action = route.action;
