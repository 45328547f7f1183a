/** The address of a track's sound. */
export const soundPath = (track: { id: number }): string => `/api/stream/${track.id}`;
