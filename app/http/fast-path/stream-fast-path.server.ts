import type { IncomingMessage } from "node:http";
import { environment } from "#app/config/environment.ts";
import { findTaggedAudioNow } from "#app/features/feeds/find-tagged-audio.server.ts";
import { recordDownload } from "#app/features/listening/server/record-events.server.ts";
import { type AudioToServe, findAudioOfVisitor } from "#app/features/playback/server/find-audio.server.ts";
import { sendFile } from "#app/features/storage/file-response/send-file.server.ts";
import { clientAddress, networkOf } from "../core/client-address.ts";
import { crossOriginHeaders } from "../core/security-headers.ts";
import type { FastPath, Send } from "./fast-path.server.ts";

/**
 * GET and HEAD of `/api/stream/{track id}` and `/audio/{track id}.mp3` of public tracks. The rest is the resource route's:
 * hidden and premium-only tracks, previews, members' high quality, other methods.
 */
export const streamFastPath: FastPath = (request) => {
  const asked = trackIn(request);
  if (!asked) return null;
  const { id, isForApps, isHigh } = asked;
  const sending = (file: AudioToServe): Send | null =>
    // Some hear more of a premium-only track, but not at podcast apps' address.
    file.isExcerpt && !isForApps
      ? null
      : (response, headers) => {
          if (!isForApps) return sendFile(request, response, file, headers);
          if (isFetchedByApp(request)) recordDownload({ trackId: Number(id), ...senderOf(request) });
          return sendFile(request, response, file, { ...headers, ...crossOriginHeaders });
        };
  return () => {
    // Needs no session: what a visitor may hear, everybody may.
    const found = isForApps
      ? findTaggedAudioNow({ id, origin: originOf(request), isHigh })
      : findAudioOfVisitor(id);
    return found instanceof Promise ? found.then(sending) : sending(found);
  };
};

/**
 * Whether an app begins a download: browsers, including embedded players, say what a request is for, and a continuation or
 * revalidation has the file already.
 */
function isFetchedByApp({ method, headers }: IncomingMessage): boolean {
  const isBeginning = headers.range === undefined || headers.range.startsWith("bytes=0-");
  const isKnown = "if-none-match" in headers || "if-modified-since" in headers;
  return method === "GET" && isBeginning && !isKnown && !("sec-fetch-dest" in headers);
}

function senderOf({ headers, socket }: IncomingMessage): { network: string; userAgent: string } {
  const { TRUST_PROXY, CLIENT_ADDRESS_HEADER } = environment();
  const proxyHeader = TRUST_PROXY === "on" ? CLIENT_ADDRESS_HEADER : null;
  const named = proxyHeader === null ? undefined : headers[proxyHeader.toLowerCase()];
  const address = clientAddress({
    headers: new Headers(proxyHeader === null ? {} : { [proxyHeader]: String(named ?? "") }),
    socketAddress: socket.remoteAddress ?? "",
    proxyHeader,
  });
  return { network: networkOf(address), userAgent: headers["user-agent"] ?? "" };
}

/** The query can't name a quality, even with escapes (`q%75ality`). */
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

/** The site's origin, from the settings or the request. Throws without a host. */
const originOf = ({ headers }: IncomingMessage): string =>
  new URL(environment().PUBLIC_ORIGIN ?? `http://${headers.host}`).origin;
