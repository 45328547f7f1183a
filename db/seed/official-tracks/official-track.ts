/** An original text and its two-voice script, both written by hand. */
export interface OfficialTrack {
  /** Stable: tells which tracks an installation has. */
  slug: string;
  title: string;
  labels: string[];
  inputText: string;
  /** Lines `A: …` / `B: …`. */
  script: string;
}
