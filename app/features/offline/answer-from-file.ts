import { parseRange } from "../playback/byte-range.ts";

/** What a player that asks for `range` gets of a file that is kept whole (`parseRange` has the rules). */
export async function answerFromFile(kept: Response, range: string | null): Promise<Response> {
  const headers = new Headers({
    "Content-Type": kept.headers.get("Content-Type") ?? "audio/mpeg",
    "Accept-Ranges": "bytes",
  });
  // Not read into memory: parts of it are parts of the file on the device.
  const file = await kept.blob();
  const asked = parseRange(range, file.size);
  if (asked.kind === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${file.size}`);
    headers.set("Content-Length", "0");
    return new Response(null, { status: 416, headers });
  }
  if (asked.kind === "whole") {
    headers.set("Content-Length", String(file.size));
    return new Response(file, { headers });
  }
  const { start, end } = asked;
  headers.set("Content-Length", String(end - start + 1));
  headers.set("Content-Range", `bytes ${start}-${end}/${file.size}`);
  return new Response(file.slice(start, end + 1), { status: 206, headers });
}
