import { edoHours, kintsugi, rakugo, zanshin } from "#db/seed/official-tracks/culture.ts";
import { dashi, quietEvening, remembering, rests } from "#db/seed/official-tracks/everyday.ts";
import { boilingWater, lighthouse, sunset, underseaCable } from "#db/seed/official-tracks/nature.ts";
import type { OfficialTrack } from "./official-tracks/official-track.ts";

/** The tracks of an empty installation. They hold only established facts: no current affairs, no advice on health or money. */
export const officialTracks: readonly OfficialTrack[] = [
  sunset,
  edoHours,
  kintsugi,
  dashi,
  rests,
  lighthouse,
  quietEvening,
  remembering,
  underseaCable,
  boilingWater,
  zanshin,
  rakugo,
];
