import type { HomeTrack, HomeTracks } from "./find-home-tracks.server.ts";

/** `asked` by the address, `resume` (つづき), else `tonight` (今夜の一本). */
interface StageChoice {
  why: "asked" | "resume" | "tonight";
  track: HomeTrack;
}

/**
 * Chooses the stage's track: the one in the address, else the one left half heard last, else 今夜の一本. That is the first that there
 * is of: for visitors alone the official account's `FIRST_TRACK_ID`; the operator's choice; the week's most saved of authors with
 * three reviewed tracks; the official account's (`FIRST_TRACK_ID`, else the newest); the most saved of all by an established
 * author. It is never just the newest post: anybody's first track would greet every visitor. Null without any of these.
 */
export function chooseStage(found: HomeTracks, { isVisitor }: { isVisitor: boolean }): StageChoice | null {
  if (found.asked) return { why: "asked", track: found.asked };
  const [resumed] = found.heard;
  if (resumed) return { why: "resume", track: resumed };
  const { specified, featured, bestOfWeek, newestOfficial, bestOfAll } = found;
  const track =
    (isVisitor ? specified : null) ?? featured ?? bestOfWeek ?? specified ?? newestOfficial ?? bestOfAll;
  return track && { why: "tonight", track };
}
