import type { IncomingMessage } from "node:http";
import { findTaggedAudio } from "#app/features/feeds/find-tagged-audio.server.ts";
import { findAudio } from "#app/features/playback/server/find-audio.server.ts";
import { sendFile } from "#app/features/storage/file-response/send-file.server.ts";
import { crossOriginHeaders } from "../core/security-headers.ts";
import type { FastPath } from "./fast-path.server.ts";

/**
 * GET and HEAD of `/api/stream/{track id}` and `/audio/{track id}.mp3` for public tracks: players request many ranges. Hidden
 * tracks, previews, high quality, what not everybody hears whole, and other methods are the resource route's.
 */
export const streamFastPath: FastPath = (request) => {
  const id = trackIdOf(request);
  if (id === null) return null;
  return async (url) => {
    const isForApps = !url.pathname.startsWith("/api/");
    // Without a session look-up: what a visitor may hear, everybody may.
    const file = isForApps
      ? await findTaggedAudio({ id, origin: url.origin })
      : await findAudio({ viewer: null, id });
    // Of a premium-only track some hear more than visitors, but not at the address for podcast apps.
    if (file.isOpening && !isForApps) return null;
    return async (response) => {
      if (isForApps) {
        for (const [name, value] of Object.entries(crossOriginHeaders)) response.setHeader(name, value);
      }
      await sendFile(request, response, file);
    };
  };
};

const pathPattern =
  /^\/(?:api\/stream\/([1-9]\d{0,9})|audio\/([1-9]\d{0,9})\.mp3)(?:\?(?!(?:.*&)?quality=)|$)/;

/** The id in a request for a track's audio, or null for any other request. */
function trackIdOf(request: IncomingMessage): string | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const [, called, named] = pathPattern.exec(request.url ?? "") ?? [];
  return called ?? named ?? null;
}
