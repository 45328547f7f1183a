import { type ComponentProps, type MouseEvent, useState } from "react";
import { useNavigate } from "react-router";
import { pickClipPath } from "#app/features/clips/clip.ts";
import type { ClipPicker } from "#app/features/clips/clip-picker.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { RestForPremium } from "#app/features/tracks/premium-only-card.tsx";
import type { Cue } from "#app/features/tracks/track.ts";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { CheckSummary } from "#app/features/tracks/transcript/claim-list.tsx";
import { SearchSuggestions } from "#app/features/tracks/transcript/search-suggestions.tsx";
import { Transcript } from "#app/features/tracks/transcript/transcript.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { PlainLink } from "#app/ui/plain-link.tsx";

interface TranscriptSectionProps extends ComponentProps<typeof CheckSummary> {
  track: TrackListItem;
  cues: readonly Cue[];
  names: ComponentProps<typeof Transcript>["names"];
  searches: ComponentProps<typeof SearchSuggestions>["searches"];
  /** Of Google's search suggestions. */
  suggestions: ComponentProps<typeof SearchSuggestions>["path"];
}

export function TranscriptSection({
  track,
  cues,
  names,
  claims,
  searches,
  suggestions,
}: TranscriptSectionProps) {
  const { pickHere, picker } = useClipPicker(track.id, cues);
  return (
    <section aria-labelledby="transcript" className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="transcript" className="text-lg">
          台本
        </h2>
        {!track.isHidden && cues.length > 0 && (
          <PlainLink
            to={pickClipPath(track.id)}
            onClick={pickHere}
            className="inline-flex min-h-11 items-center text-sm text-muted underline hover:text-ink"
          >
            一節を選ぶ
          </PlainLink>
        )}
      </div>
      <Transcript track={track} cues={cues} claims={claims ?? []} names={names} />
      {picker}
      {!track.isExcerpt && <CheckSummary claims={claims} />}
      <SearchSuggestions searches={searches} path={suggestions} />
      {track.isExcerpt && (
        <p className="text-center text-sm">
          <RestForPremium />
        </p>
      )}
    </section>
  );
}

/** A member picks sentences in the transcript; others are led to the page that does the same. */
function useClipPicker(trackId: number, cues: readonly Cue[]) {
  const isMember = useRootData()?.isMember ?? false;
  const navigate = useNavigate();
  const [Picker, setPicker] = useState<typeof ClipPicker | null>(null);
  const [pickedOn, setPickedOn] = useState<number | null>(null);
  const pickHere = (event: MouseEvent) => {
    if (!isMember || !isPlainClick(event)) return;
    event.preventDefault();
    import("#app/features/clips/clip-picker.tsx").then(
      (loaded) => {
        setPicker(() => loaded.ClipPicker);
        setPickedOn(trackId);
      },
      () => void navigate(pickClipPath(trackId)),
    );
  };
  const picker = Picker && pickedOn === trackId && (
    <Picker trackId={trackId} cues={cues} onClose={() => setPickedOn(null)} />
  );
  return { pickHere, picker };
}
