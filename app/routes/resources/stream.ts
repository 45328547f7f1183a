import { z } from "zod";
import { findAudio } from "#app/features/playback/find-audio.server.ts";
import { respondWithFound } from "#app/features/playback/respond-with-found.server.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "音声ファイルを返します。",
    description: "`Range`で一部だけを受け取れます。",
    further: {
      206: "ファイルの一部です。",
      304: "ファイルは変わっていません。",
      412: "ファイルは変わっています。",
      416: "`Range`がファイルの外を指しています。",
    },
    produces: "audio/mpeg",
    params: z.object({ id: z.string().max(100) }),
    answer: async ({ request, viewer, params }) =>
      respondWithFound(request, (how) => findAudio({ viewer, id: params.id, ...how })),
  }),
});
export const loader = route.loader;
export const action = route.action;
