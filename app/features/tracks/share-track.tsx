import { CopyButton } from "#app/ui/copy-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ShareButton } from "#app/ui/share-button.tsx";
import { embedCode, embedSize } from "../embed/embed-code.ts";

interface ShareTrackProps {
  track: { id: number; title: string };
  /** The track's page, whole. */
  address: string;
}

const field = "block w-full rounded-card border border-line bg-sunken px-4 text-ink";

/** Ways to hand a track on: its address, and the player for other sites. */
export function ShareTrack({ track, address }: ShareTrackProps) {
  const code = embedCode({ origin: new URL(address).origin, track, width: "100%", height: embedSize.height });
  return (
    <section aria-label="共有" className="space-y-2">
      <input
        readOnly
        value={address}
        aria-label="この音声のアドレス"
        className={`${field} hidden min-h-12 text-sm unscripted:block`}
      />
      <div className="flex flex-wrap items-start justify-center gap-2">
        <ShareButton url={address} title={track.title} />
        <details className="group open:basis-full">
          <summary className="mx-auto flex min-h-11 w-fit list-none items-center gap-2 rounded-full px-4 text-sm font-bold text-accent hover:bg-sunken [&::-webkit-details-marker]:hidden">
            <Icon name="code" />
            埋め込み
            <Icon name="down" className="transition-transform group-open:rotate-180" />
          </summary>
          <div className="mt-2 space-y-2 rounded-card border border-line bg-surface p-4 text-left">
            <p className="text-sm text-muted">
              ブログなどのHTMLに貼り付けると、そのページでこの音声を再生できます。
            </p>
            <textarea
              readOnly
              rows={6}
              value={code}
              aria-label="埋め込みコード"
              onFocus={(event) => event.currentTarget.select()}
              className={`${field} resize-none py-3 font-mono text-xs leading-relaxed break-all`}
            />
            <CopyButton text={code} label="コードをコピー" copiedLabel="コピーしました" variant="primary" />
          </div>
        </details>
      </div>
    </section>
  );
}
