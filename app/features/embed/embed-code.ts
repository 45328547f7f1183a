import { escapeXml } from "#app/lib/escape-xml.ts";

export const embedSize = { width: 600, height: 200, minWidth: 240, minHeight: 120 } as const;

export const playlistEmbedSize = { width: 600, height: 420 } as const;

export const embedPath = (trackId: number): string => `/embed/track/${trackId}`;

export const playlistEmbedPath = (playlistId: number): string => `/embed/playlist/${playlistId}`;

/** `address`: the player's absolute URL; sizes in pixels, or `100%`. */
export function embedCode(options: {
  address: string;
  title: string;
  width: number | "100%";
  height: number;
}): string {
  const { address, title, width, height } = options;
  return `<iframe src="${address}" width="${width}" height="${height}" title="${escapeXml(title)}" loading="lazy" allow="autoplay" style="border:0;border-radius:12px;max-width:100%"></iframe>`;
}
