import { personCoverOrder } from "#app/features/covers/cover.ts";
import { personParams } from "#app/features/people/people.schema.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { listFirstTracksOf } from "#app/features/tracks/server/list-first-tracks-of.server.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { answerCover, coverQuery, coverWords } from "../answer-cover.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "会員の投稿音声を配信するフィードのカバー画像を返します。",
    ...coverWords,
    params: personParams,
    query: coverQuery,
    async answer(call) {
      const person = await findPerson({ idOrCustomId: call.params.id });
      const woven = await listFirstTracksOf({ userId: person.id });
      return answerCover(call, personCoverOrder(person, woven, call.query.size), true);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
