import { useEffect, useMemo, useState } from "react";
import { decodeTurns, type SpokenTrack, type Turn } from "./turns.ts";

const none: SpokenTrack = { cues: [], turns: "" };

/** A track's sentences, fetched once `isWanted`; none until then, or when out of reach. */
export function useCues(trackId: number, isWanted: boolean): SpokenTrack {
  const [fetched, setFetched] = useState<[trackId: number, spoken: SpokenTrack]>();
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    import("./fetch-cues.ts").then(
      async ({ fetchCues }) => {
        const spoken = await fetchCues(trackId);
        if (isCurrent && spoken) setFetched([trackId, spoken]);
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [trackId, isWanted]);
  return fetched?.[0] === trackId ? fetched[1] : none;
}

/** Who speaks when: from the page's data, else from fetched sentences. */
export function useTurns(
  { turns, duration }: { duration: number; turns?: string | undefined },
  spoken: SpokenTrack,
): readonly Turn[] {
  const encoded = turns ?? spoken.turns;
  return useMemo(() => decodeTurns(encoded, duration), [encoded, duration]);
}
