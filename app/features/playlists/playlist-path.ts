/** The page of a playlist (spec 2 §2). */
export const playlistPath = (playlist: { id: number }): string => `/playlists/${playlist.id}`;

/** The address that people are given of a playlist (spec 2 §2, "Owner/user playlist page"). */
export function sharedPlaylistPath(playlist: { id: number; owner: { customUserId: string | null } }): string {
  return `/${playlist.owner.customUserId ?? "public"}/playlist/${playlist.id}`;
}
