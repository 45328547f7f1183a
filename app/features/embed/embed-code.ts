import { escapeXml } from "#app/lib/escape-xml.ts";

/** How large the player for other sites is unless told, in pixels, and how small it can become. */
export const embedSize = { width: 600, height: 200, leastWidth: 240, leastHeight: 120 } as const;

/** The same of a playlist's player, which shows its tracks. */
export const playlistEmbedSize = { width: 600, height: 420 } as const;

/** The path of a track's player for other sites. */
export const embedPath = (trackId: number): string => `/embed/track/${trackId}`;

/** The same of a playlist's. */
export const playlistEmbedPath = (playlistId: number): string => `/embed/playlist/${playlistId}`;

/** HTML that shows a player in another site's page; `address` is the player's. `width`, `height` in pixels, or `100%`. */
export function embedCode(options: {
  address: string;
  title: string;
  width: number | "100%";
  height: number;
}): string {
  const { address, title, width, height } = options;
  return `<iframe src="${address}" width="${width}" height="${height}" title="${escapeXml(title)}" loading="lazy" allow="autoplay" style="border:0;border-radius:12px;max-width:100%"></iframe>`;
}
