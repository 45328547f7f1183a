/** A seeded track of the official account: an original text and its two-voice script, both written by hand. */
export interface OfficialTrack {
  /** Stable; it tells which tracks an installation already has. */
  slug: string;
  title: string;
  /** Built-in categories, the best first. */
  labels: string[];
  inputText: string;
  /** Lines `A: …` / `B: …`. */
  script: string;
}
