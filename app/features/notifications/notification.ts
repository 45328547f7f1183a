/** Plays at which a poster is told (spec 2 §9). */
export const milestones = [100, 500, 1000, 5000, 10_000] as const;

export type Milestone = (typeof milestones)[number];

/** What a notification is about (spec 2 §4). */
export type Happening =
  | { type: "follow"; actorId: string }
  | { type: "like"; actorId: string; trackId: number }
  /** A public playlist now holds the member's track. */
  | { type: "playlist_add"; actorId: string; trackId: number; playlistId: number }
  | { type: `milestone_${Milestone}`; trackId: number }
  /** Somebody came in by the member's invitation. */
  | { type: "invitation_accepted"; actorId: string };

/** Names what happened: of the same one the member is told once. */
export function causeOf(happening: Happening): string {
  const { type } = happening;
  switch (type) {
    case "follow":
    case "invitation_accepted":
      return `${type} ${happening.actorId}`;
    case "like":
      return `${type} ${happening.trackId} ${happening.actorId}`;
    case "playlist_add":
      return `${type} ${happening.playlistId} ${happening.trackId}`;
    default:
      return `${type} ${happening.trackId}`;
  }
}

/**
 * Names what is shown as one: a day's new followers, a day's likes of one track; all else stands alone (spec 2 §4).
 * `day` is YYYY-MM-DD in Asia/Tokyo.
 */
export function bundleOf(happening: Happening, day: string): string {
  switch (happening.type) {
    case "follow":
      return `follow ${day}`;
    case "like":
      return `like ${happening.trackId} ${day}`;
    default:
      return causeOf(happening);
  }
}
