import { z } from "zod";
import { NotFound } from "#app/features/domain-error.ts";
import { findAudio } from "#app/features/playback/server/find-audio.server.ts";
import { respondWithFound } from "#app/features/playback/server/respond-with-found.server.ts";
import { endpoint, forEverybody } from "#app/http/endpoint.server.ts";
import { forOtherSites } from "#app/http/for-other-sites.ts";

/** Podcast programs tell audio by the end of its address. */
const name = /^([1-9]\d{0,9})\.mp3$/;

const route = endpoint({
  GET: forEverybody({
    summary: "公開されている音声を返します。",
    produces: "audio/mpeg",
    params: z.object({ file: z.string().regex(name) }),
    async answer({ request, params }) {
      const id = name.exec(params.file)?.[1];
      if (id === undefined) throw new NotFound();
      const answer = await respondWithFound(request, (how) => findAudio({ viewer: null, id, ...how }));
      for (const [header, value] of Object.entries(forOtherSites)) answer.headers.set(header, value);
      return answer;
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
