/** A track as lists show it, with its poster and labels. */
export interface Track {
  id: number;
  title: string;
  filename: string;
  durationMs: number;
  playCount: number;
  likeCount: number;
  impressionCount: number;
  bookmarkCount: number;
  isVisible: boolean;
  uploadedAt: Date;
  userId: string;
  posterName: string;
  posterPicture: string | null;
  posterCustomUserId: string | null;
  labels: string[];
}

export interface TrackWithScript extends Track {
  script: string;
}

export interface Cue {
  speaker: "A" | "B";
  text: string;
  startMs: number;
  endMs: number;
}
