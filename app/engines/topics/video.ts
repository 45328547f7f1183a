export type VideoPlatform = "youtube" | "vimeo";

export interface Video {
  platform: VideoPlatform;
  id: string;
  url: string;
}

const youtubeHosts = new Set([
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "music.youtube.com",
  "www.youtube-nocookie.com",
]);

/** `/shorts/abcdefghijk`. */
const youtubePath = /^\/(?:shorts|live|embed|v)\/([^/]+)\/?$/;
const youtubeId = /^[\w-]{11}$/;
/** Videos without a further key: `/76979871`, `/channels/staffpicks/76979871`. */
const vimeoPath = /^\/(?:channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{1,12})\/?$/;
const vimeoPlayerPath = /^\/video\/(\d{1,12})\/?$/;

function youtubeIdOf(url: URL): string | null {
  if (url.hostname === "youtu.be") return url.pathname.slice(1).replace(/\/$/, "");
  if (!youtubeHosts.has(url.hostname)) return null;
  if (url.pathname === "/watch") return url.searchParams.get("v");
  return youtubePath.exec(url.pathname)?.[1] ?? null;
}

function vimeoIdOf(url: URL): string | null {
  if (url.hostname === "player.vimeo.com") return vimeoPlayerPath.exec(url.pathname)?.[1] ?? null;
  if (url.hostname !== "vimeo.com" && url.hostname !== "www.vimeo.com") return null;
  return vimeoPath.exec(url.pathname)?.[1] ?? null;
}

/** The video of an address; null for others. Typed text is never requested: only platform and id go on. */
export function parseVideoUrl(typed: string): Video | null {
  const url = URL.parse(typed.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.port) return null;
  const youtube = youtubeIdOf(url);
  if (youtube !== null && youtubeId.test(youtube))
    return { platform: "youtube", id: youtube, url: `https://www.youtube.com/watch?v=${youtube}` };
  const vimeo = vimeoIdOf(url);
  return vimeo === null ? null : { platform: "vimeo", id: vimeo, url: `https://vimeo.com/${vimeo}` };
}
