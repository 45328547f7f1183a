/** The podcast feed of a playlist. */
export const playlistFeedPath = (playlist: { id: number }): string => `/playlists/${playlist.id}/feed.xml`;

/** The podcast feed of a member: by the id, which stays when they choose another name. */
export const personFeedPath = (person: { id: string }): string => `/users/${person.id}/feed.xml`;
