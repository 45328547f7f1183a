import type { HomeTrack, HomeTracks } from "./find-home-tracks.server.ts";

/** What stands on home's stage, and why: `asked` by the address, `resume` (つづき), else `tonight` (今夜の一本). */
interface StageChoice {
  why: "asked" | "resume" | "tonight";
  track: HomeTrack;
}

/**
 * The track on home's stage: the one that the address names, else the one that the viewer left half heard last, else
 * 今夜の一本: for visitors the track of `FIRST_TRACK_ID`, where it is the official account's; else the operator's choice, else
 * the best kept of the week by an author of whom three tracks were reviewed, else the official account's (the one of
 * `FIRST_TRACK_ID`, else its newest), else the best kept of all by an established author. Never the newest post as such:
 * anybody's first track would greet every visitor. Null when there is none of these.
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
