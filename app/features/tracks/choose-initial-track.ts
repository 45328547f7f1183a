/** The one that home begins with unless asked otherwise (spec 1 §9, "Default initial track id"). */
export const defaultTrackId = 74;

/**
 * The track that home begins with: the one that was asked for, else 74, else the first of the feed (spec 1 §4). `found`
 * are those of the first two that the viewer may know of. Null when there is none.
 */
export function chooseInitialTrack<Track extends { id: number }>(options: {
  asked: number | null;
  found: readonly Track[];
  feed: readonly Track[];
}): Track | null {
  const { asked, found, feed } = options;
  const byId = (id: number | null) => found.find((track) => track.id === id);
  return byId(asked) ?? byId(defaultTrackId) ?? feed[0] ?? null;
}
