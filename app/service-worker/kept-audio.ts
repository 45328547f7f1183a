import { answerFromFile } from "#app/features/offline/answer-from-file.ts";
import { findKept, readTerms } from "#app/features/offline/kept-audio.ts";
import { lockOf } from "#app/features/offline/lock-of.ts";

const aKeptSound = /^\/api\/offline\/\d+$/;

/**
 * The sound of a track that pages believe to be kept: from the device, or from the network where it is not (any more)
 * or may not be played. Null for others, and for the download itself.
 */
export function findKeptAudio(request: Request, url: URL): Promise<Response> | null {
  const isPlayed = request.destination !== "" || request.headers.has("Range");
  return isPlayed && aKeptSound.test(url.pathname) ? answer(request, url.pathname) : null;
}

async function answer(request: Request, path: string): Promise<Response> {
  const [kept, terms] = await Promise.all([findKept(path), readTerms()]).catch(() => []);
  if (!kept || lockOf(terms ?? null, Date.now())) return fetch(request);
  return answerFromFile(kept, request.headers.get("Range"));
}
