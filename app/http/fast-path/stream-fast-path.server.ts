import type { IncomingMessage } from "node:http";
import { environment } from "#app/config/environment.ts";
import { findTaggedAudioNow } from "#app/features/feeds/find-tagged-audio.server.ts";
import { type AudioToServe, findAudioOfVisitor } from "#app/features/playback/server/find-audio.server.ts";
import { sendFile } from "#app/features/storage/file-response/send-file.server.ts";
import { crossOriginHeaders } from "../core/security-headers.ts";
import type { FastPath, Send } from "./fast-path.server.ts";

/**
 * GET and HEAD of `/api/stream/{track id}` and `/audio/{track id}.mp3` for public tracks: players request many ranges. Hidden
 * tracks, previews, high quality for members, what not everybody hears whole, and other methods are the resource route's.
 */
export const streamFastPath: FastPath = (request) => {
  const asked = trackIn(request);
  if (!asked) return null;
  const { id, isForApps, isHigh } = asked;
  const sending = (file: AudioToServe): Send | null =>
    // Of a premium-only track some hear more than visitors, but not at the address for podcast apps.
    file.isExcerpt && !isForApps
      ? null
      : (response, headers) =>
          sendFile(request, response, file, isForApps ? { ...headers, ...crossOriginHeaders } : headers);
  return () => {
    // Needs no session: what a visitor may hear, everybody may hear.
    const found = isForApps
      ? findTaggedAudioNow({ id, origin: originOf(request), isHigh })
      : findAudioOfVisitor(id);
    return found instanceof Promise ? found.then(sending) : sending(found);
  };
};

/** Whether the query can't name a quality, not even with escapes (`q%75ality`). */
const pathPattern =
  /^\/(?:api\/stream\/([1-9]\d{0,9})|audio\/([1-9]\d{0,9})\.mp3(\?quality=high$)?)(?:\?(?!(?:.*&)?quality=|.*%)|$)/;

interface AskedTrack {
  id: string;
  isForApps: boolean;
  isHigh: boolean;
}

function trackIn({ method, url = "" }: IncomingMessage): AskedTrack | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [, called, named, high] = pathPattern.exec(url) ?? [];
  const id = called ?? named;
  return id === undefined ? null : { id, isForApps: named !== undefined, isHigh: high !== undefined };
}

/** The site's origin, as the settings say it or the request. Throws for a request without a host. */
const originOf = ({ headers }: IncomingMessage): string =>
  new URL(environment().PUBLIC_ORIGIN ?? `http://${headers.host}`).origin;
