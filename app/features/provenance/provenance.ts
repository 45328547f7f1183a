import { parseTypedLink } from "#app/lib/typed-link.ts";

/** Anybody finds out here whether a sound is from this site. */
export const verifyPath = "/verify";

/** RFC 7517. */
export const keysPath = "/.well-known/jwks.json";

export const manifestPath = (trackId: number): string => `/api/tracks/${trackId}/provenance`;

/** Another number means another form of manifest (docs/provenance.md). */
export const manifestFormat = "mugen-provenance/1";

/** Repeats the table's list, which browsers may not import. */
export const correctedFields = ["line", "voices", "title", "description", "labels", "cover"] as const;

/** `typ` of the signature's header. */
export const manifestType = "mugen-provenance+json";

/** Over an hour in high quality. */
export const maxVerifiedBytes = 64 * 1024 * 1024;

/** Longer than any link of ours. */
export const maxLinkLength = 2000;

export const verifyMessages = {
  noFile: "音声ファイルを選んでください",
  tooLarge: "ファイルが大きすぎます（64MBまで）。リンクでも確かめられます。",
  unreadable: "送信された内容を読み取れませんでした。もう一度お試しください。",
};

export interface VerifiedTrack {
  id: number;
  title: string;
  author: string;
  path: string;
  /** ISO 8601. */
  publishedAt: string;
  isRecording: boolean;
}

/**
 * - `unchanged`: the track has it now.
 * - `corrected`: of a file, the track had it before a correction; of a link, the track was corrected since its publication.
 * - `taken-down`: it is from here, and the operator has taken it down.
 * - `not-public`: of a file, it is from here, and no longer public.
 * - `unknown`: nothing is known of it, but it may still be from here.
 * - `no-sound`: of a file, it has no MP3 sound.
 */
export type Verdict =
  | { state: "unchanged"; track: VerifiedTrack; isExcerpt: boolean }
  | { state: "corrected"; track: VerifiedTrack; isExcerpt: boolean; correctedAt: string }
  | { state: "taken-down"; takenDownAt: string }
  | { state: "not-public" | "unknown" | "no-sound" };

/** Pages, player, files and provenance of a track. */
const trackAddresses = [
  /^(?:\/users\/[^/]+|\/(?!api\/)[^/]+)?\/track\/(\d+)(?:\/[a-z]+)?\/?$/,
  /^\/embed\/track\/(\d+)\/?$/,
  /^\/audio\/(\d+)\.mp3$/,
  /^\/api\/stream\/(\d+)$/,
  /^\/api\/tracks\/(\d+)(?:\/[a-z.]+)?$/,
];

/** Takes an address of the site or a path; null for every other link. */
export function trackIdOfLink(link: string, origin: string): number | null {
  const url = parseTypedLink(link, origin);
  if (!url) return null;
  const shown = url.pathname === "/" ? url.searchParams.get("track") : null;
  const text = shown ?? trackAddresses.map((address) => address.exec(url.pathname)?.[1]).find(Boolean) ?? "";
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id > 0 && id < 2 ** 31 ? id : null;
}

/** The same for the page and the picture of a passage of a track. */
export const clipIdOfLink = (link: string, origin: string): string | null =>
  /^\/(?:embed\/)?clip\/([\w-]{1,100})(?:\/[a-z.]+)?\/?$/.exec(
    parseTypedLink(link, origin)?.pathname ?? "",
  )?.[1] ?? null;
