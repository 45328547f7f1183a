import { HighQualityBadge } from "#app/features/playback/components/high-quality-badge.tsx";
import { aiSpeechLabel } from "#app/features/tracks/track.ts";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Count } from "#app/ui/count.tsx";
import { PlainLink } from "#app/ui/plain-link.tsx";

interface TrackFactsProps {
  track: TrackListItem;
  isTakenDown: boolean;
  /** ISO 8601. */
  uploadedAt: string;
  isHighQuality: boolean;
  speechCredit: string | null;
  /** Somebody's own voice. */
  isRecording: boolean;
  /** Told to the author of a track that waits for visitors' lists. */
  listing: string | null;
}

export function TrackFacts({
  track,
  isTakenDown,
  uploadedAt,
  isHighQuality,
  speechCredit,
  isRecording,
  listing,
}: TrackFactsProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-sm text-muted">
        <Count icon="headphones" label="再生" value={track.playCount} />
        <Count icon="eye" label="表示" value={track.impressionCount} />
        <time dateTime={uploadedAt}>{track.date}</time>
        {isHighQuality && <HighQualityBadge />}
        {speechCredit && <span>音声 {speechCredit}</span>}
        {!isRecording && <Badge icon="voice">{aiSpeechLabel}</Badge>}
      </div>
      {listing && <p className="text-sm text-balance text-muted">{listing}</p>}
      <ul aria-label="カテゴリー" className="flex flex-wrap items-center justify-center gap-2">
        {track.isHidden && !isTakenDown && (
          <li>
            <Badge icon="lock">非公開</Badge>
          </li>
        )}
        {track.isPremiumOnly && !track.isExcerpt && (
          <li>
            <Badge icon="crown" tone="gold">
              プレミアム限定
            </Badge>
          </li>
        )}
        {track.labels.map((name) => (
          <li key={name}>
            <PlainLink
              to={`/search?${new URLSearchParams({ category: name })}`}
              className="inline-flex min-h-11 items-center rounded-full bg-sunken px-4 text-sm text-muted hover:text-ink"
            >
              {name}
            </PlainLink>
          </li>
        ))}
      </ul>
    </>
  );
}
