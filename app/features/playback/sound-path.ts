/** The address of a track's sound; `high`: in the quality of premium, which the server gives to whom it belongs. */
export const soundPath = (track: { id: number }, { high = false }: { high?: boolean } = {}): string =>
  `/api/stream/${track.id}${high ? "?quality=high" : ""}`;
