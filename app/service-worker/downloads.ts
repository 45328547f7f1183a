import { findDownload, readLicense } from "#app/features/offline/hooks/download-cache.ts";
import { licenseProblem } from "#app/features/offline/offline.ts";
import { parseRange } from "#app/features/storage/file-response/byte-range.ts";

const downloadPath = /^\/api\/offline\/\d+$/;

/**
 * A downloaded track's audio from the device, or from the network if gone or not allowed. Null for other requests, and for the
 * download itself.
 */
export function findDownloadedAudio(request: Request, url: URL): Promise<Response> | null {
  const isPlayer = request.destination !== "" || request.headers.has("Range");
  return isPlayer && downloadPath.test(url.pathname) ? respond(request, url.pathname) : null;
}

async function respond(request: Request, path: string): Promise<Response> {
  const [download, license] = await Promise.all([findDownload(path), readLicense()]).catch(() => []);
  if (!download || licenseProblem(license ?? null, Date.now())) return fetch(request);
  return respondFromDownload(download, request.headers.get("Range"));
}

/** Answers a Range header from a whole downloaded file (`parseRange`). */
export async function respondFromDownload(download: Response, range: string | null): Promise<Response> {
  const headers = new Headers({
    "Content-Type": download.headers.get("Content-Type") ?? "audio/mpeg",
    "Accept-Ranges": "bytes",
  });
  // Blobs and their slices stay on disk.
  const file = await download.blob();
  const parsed = parseRange(range, file.size);
  if (parsed.kind === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${file.size}`);
    headers.set("Content-Length", "0");
    return new Response(null, { status: 416, headers });
  }
  if (parsed.kind === "whole") {
    headers.set("Content-Length", String(file.size));
    return new Response(file, { headers });
  }
  const { start, end } = parsed;
  headers.set("Content-Length", String(end - start + 1));
  headers.set("Content-Range", `bytes ${start}-${end}/${file.size}`);
  return new Response(file.slice(start, end + 1), { status: 206, headers });
}
