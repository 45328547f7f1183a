import type { IncomingMessage } from "node:http";
import { findAudio } from "#app/features/playback/server/find-audio.server.ts";
import { sendFile } from "#app/features/playback/server/send-file.server.ts";
import type { Shortcut } from "./beside-router.server.ts";
import { forOtherSites } from "./for-other-sites.ts";

/**
 * GET and HEAD of `/api/stream/{track id}` and `/audio/{track id}.mp3` for tracks that everybody may hear: players ask
 * for ranges all the time. Tracks hidden from others, previews, high quality and other methods are the resource route's.
 */
export const streamShortcut: Shortcut = (request) => {
  const id = trackIdOf(request);
  if (id === null) return null;
  return async (url) => {
    // What a visitor may hear, everybody may: no session is looked up.
    const file = await findAudio({ viewer: null, id });
    return async (response) => {
      if (!url.pathname.startsWith("/api/")) {
        for (const [name, value] of Object.entries(forOtherSites)) response.setHeader(name, value);
      }
      await sendFile(request, response, file);
    };
  };
};

const address = /^\/(?:api\/stream\/([1-9]\d{0,9})|audio\/([1-9]\d{0,9})\.mp3)(?:\?(?!(?:.*&)?quality=)|$)/;

/** The id in a request for a track's audio, or null for any other request. */
function trackIdOf(request: IncomingMessage): string | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const [, called, named] = address.exec(request.url ?? "") ?? [];
  return called ?? named ?? null;
}
