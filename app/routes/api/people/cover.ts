import { personCoverSpec } from "#app/features/covers/cover.ts";
import { personParams } from "#app/features/people/people.schema.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { listCoverTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { answerCover, coverDocs, coverQuery } from "../answer-cover.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "会員の投稿音声を配信するフィードのカバー画像を返します。",
    ...coverDocs,
    params: personParams,
    query: coverQuery,
    async answer(call) {
      const person = await findPerson({ idOrCustomId: call.params.id });
      const tracks = await listCoverTracksOf({ userId: person.id });
      return answerCover(call, personCoverSpec(person, tracks, call.query.size), true);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
