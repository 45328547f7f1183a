import { createHash } from "node:crypto";
import type { CoverSpec, PlaylistCoverSpec, TrackCoverSpec } from "./cover.ts";
import { coverColours } from "./cover-palettes.ts";
import { maxCoverTracks } from "./playlist-cover.ts";

/** Increase it when covers are drawn differently. */
const drawingVersion = 3;

/** A hash of everything that a cover shows. */
export function coverVersion(spec: CoverSpec): string {
  const shown = [
    drawingVersion,
    spec.size,
    ...(spec.kind === "track" ? trackParts(spec) : playlistParts(spec)),
  ];
  return createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 16);
}

function trackParts(spec: TrackCoverSpec): unknown[] {
  const { coverId, size, labels, title, posterName } = spec;
  return [coverId, coverColours(labels), ...(size === "1200x630" ? [title, posterName] : [])];
}

function playlistParts(spec: PlaylistCoverSpec): unknown[] {
  const { size, tracks, category, title, ownerName } = spec;
  const drawn =
    tracks.length === 0
      ? [coverColours([category])]
      : tracks.slice(0, maxCoverTracks).map(({ id, label }) => [id, coverColours([label ?? ""])]);
  return ["playlist", drawn, ...(size === "1200x630" ? [title, ownerName] : [])];
}

/** A track's PNG cover. The path contains the version, so that caches may keep it for long. */
export const coverPath = (spec: TrackCoverSpec): string => versioned(`/api/tracks/${spec.trackId}`, spec);

/** A playlist's PNG cover, as `coverPath`. */
export const playlistCoverPath = (playlist: { id: number }, spec: PlaylistCoverSpec): string =>
  versioned(`/api/playlists/${playlist.id}`, spec);

/** The PNG cover of a member's feed, as `coverPath`. */
export const personCoverPath = (person: { id: string }, spec: PlaylistCoverSpec): string =>
  versioned(`/api/users/${person.id}`, spec);

function versioned(path: string, spec: CoverSpec): string {
  const query = new URLSearchParams({ size: spec.size, v: coverVersion(spec) });
  return `${path}/cover.png?${query}`;
}
