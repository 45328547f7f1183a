import { trackCoverSpec } from "#app/features/covers/cover.ts";
import { coverPath } from "#app/features/covers/cover-path.server.ts";
import { drawQrCode, type QrCode } from "#app/lib/draw-qr-code.ts";
import { getDailyUsage } from "../limits/daily-usage.server.ts";

/** What the page of a track tells its author when it has just been published. */
export interface Publication {
  /** Of the track's page. */
  qr: QrCode;
  /** The path of the picture with cover, title and name. */
  cardPath: string;
  /** How many of today's generations are left. */
  remaining: number;
}

/** What an author who has just published a track passes on, and has left. `address`: the absolute URL of its page. */
export async function loadPublication(o: {
  viewer: { id: string; isPremium: boolean };
  track: Parameters<typeof trackCoverSpec>[0];
  address: string;
}): Promise<Publication> {
  const { remaining } = await getDailyUsage(o.viewer);
  return { qr: drawQrCode(o.address), cardPath: coverPath(trackCoverSpec(o.track, "1200x630")), remaining };
}
