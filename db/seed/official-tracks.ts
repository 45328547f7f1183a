import { boilingWater } from "./official-tracks/boiling-water.ts";
import { dashi } from "./official-tracks/dashi.ts";
import { edoHours } from "./official-tracks/edo-hours.ts";
import { kintsugi } from "./official-tracks/kintsugi.ts";
import { lighthouse } from "./official-tracks/lighthouse.ts";
import type { OfficialTrack } from "./official-tracks/official-track.ts";
import { quietEvening } from "./official-tracks/quiet-evening.ts";
import { rakugo } from "./official-tracks/rakugo.ts";
import { remembering } from "./official-tracks/remembering.ts";
import { rests } from "./official-tracks/rests.ts";
import { sunset } from "./official-tracks/sunset.ts";
import { underseaCable } from "./official-tracks/undersea-cable.ts";
import { zanshin } from "./official-tracks/zanshin.ts";

/**
 * The tracks that the house itself puts on air in an empty installation. They hold only what is long
 * established: no current affairs, no advice on health or money.
 */
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
