import { EmbedDetails } from "#app/features/embed/components/embed-details.tsx";
import { embedPath, embedSize } from "#app/features/embed/embed-code.ts";
import { ShareButton } from "#app/ui/share-button.tsx";

interface ShareTrackProps {
  track: { id: number; title: string };
  /** The track's page, whole. */
  address: string;
}

/** Ways to hand a track on: its address, and the player for other sites. */
export function ShareTrack({ track, address }: ShareTrackProps) {
  return (
    <section aria-label="共有" className="space-y-2">
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
    </section>
  );
}
