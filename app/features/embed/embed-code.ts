/** How large the player for other sites is unless told, in pixels, and how small it can become. */
export const embedSize = { width: 600, height: 200, leastWidth: 240, leastHeight: 120 } as const;

/** The path of a track's player for other sites. */
export const embedPath = (trackId: number): string => `/embed/track/${trackId}`;

/** HTML that shows a track's player in another site's page. `width` and `height` in pixels, or `100%`. */
export function embedCode(options: {
  origin: string;
  track: { id: number; title: string };
  width: number | "100%";
  height: number;
}): string {
  const { origin, track, width, height } = options;
  const address = new URL(embedPath(track.id), origin).href;
  return `<iframe src="${address}" width="${width}" height="${height}" title="${asAttribute(track.title)}" loading="lazy" allow="autoplay" style="border:0;border-radius:12px;max-width:100%"></iframe>`;
}

/** A text inside a double-quoted attribute. */
const asAttribute = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
