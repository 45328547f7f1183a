import { useEffect } from "react";
import { reportImpression } from "./use-listening-report.ts";

/** Reports an impression of the track whose page is open, also while another one plays. */
export function useImpression(trackId: number): void {
  useEffect(() => reportImpression(trackId), [trackId]);
}
