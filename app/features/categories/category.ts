/** A category as the calls show it (spec 2 §3). */
export interface Category {
  name: string;
  /** Tracks that carry it. */
  usageCount: number;
}
