import { Cached } from "#app/ui/cached.tsx";
import { ShareButton } from "#app/ui/share/share-button.tsx";
import { embedPath, embedSize } from "./embed-code.ts";
import { EmbedDetails } from "./embed-details.tsx";

interface ShareTrackProps {
  track: { id: number; title: string };
  address: string;
}

export function ShareTrack({ track, address }: ShareTrackProps) {
  const { id, title } = track;
  return (
    <Cached
      as="section"
      aria-label="共有"
      className="space-y-2"
      of={Content}
      props={{ track: { id, title }, address }}
    />
  );
}

function Content({ track, address }: ShareTrackProps) {
  return (
    <>
      <input
        readOnly
        value={address}
        aria-label="この音声のアドレス"
        className="hidden min-h-12 w-full rounded-card border border-line bg-sunken px-4 text-sm text-ink unscripted:block"
      />
      <div className="flex flex-wrap items-start justify-center gap-2">
        <ShareButton url={address} title={track.title} />
        <EmbedDetails
          address={new URL(embedPath(track.id), address).href}
          title={track.title}
          height={embedSize.height}
          explanation="ブログなどのHTMLに貼り付けると、そのページでこの音声を再生できます。"
        />
      </div>
    </>
  );
}
