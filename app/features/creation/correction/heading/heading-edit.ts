import type { CorrectedField } from "../correction.ts";

export const maxTrackDescriptionLength = 500;
/** Per track within 24 hours. */
export const maxHeadingChangesPerDay = 20;

export const headingEditPath = (trackId: number): string => `/track/${trackId}/edit`;

export const headingMessages = {
  heading: "音声の情報を編集する",
  tooMany: `変えられるのは、1つの音声につき1日${maxHeadingChangesPerDay}か所までです。時間をおいて、もう一度お試しください。`,
  stale: "ほかの画面で、先に変えられています。ページを読み直してから、もう一度お試しください。",
  takenDown: "運営が公開を停止している音声は、編集できません。",
  gone: "音声が見つかりません",
};

export interface TrackHeading {
  title: string;
  description: string | null;
  labels: readonly string[];
  coverVariant: number;
}

interface HeadingChange {
  field: Exclude<CorrectedField, "line" | "voices">;
  before: string;
  after: string;
}

/** What differs, in the form's order. The order of labels counts: the first colours the cover. */
export function headingChanges(before: TrackHeading, after: TrackHeading): HeadingChange[] {
  const texts = (heading: TrackHeading) =>
    [
      ["title", heading.title],
      ["description", heading.description ?? ""],
      ["labels", heading.labels.join("\n")],
      ["cover", String(heading.coverVariant)],
    ] as const;
  const old = new Map<string, string>(texts(before));
  return texts(after).flatMap(([field, text]) => {
    const was = old.get(field) ?? "";
    return was === text ? [] : [{ field, before: was, after: text }];
  });
}
