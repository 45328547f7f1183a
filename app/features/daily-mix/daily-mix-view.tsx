import type { ReactNode } from "react";
import { Form } from "react-router";
import { FeedAddress } from "#app/features/feeds/feed-address.tsx";
import { ListQueue } from "#app/features/playback/queue/list-queue.tsx";
import { PlayListButton } from "#app/features/playlists/components/play-list-button.tsx";
import { FindTracksLink } from "#app/features/tracks/list/find-tracks-link.tsx";
import { TrackList } from "#app/features/tracks/list/track-list.tsx";
import { TrackRow } from "#app/features/tracks/list/track-row.tsx";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { dailyMixName, dailyMixPath, type MixLength } from "./daily-mix.ts";
import { MixLengths } from "./mix-lengths.tsx";

/** The day's tracks, with a choice of length and a play button. */
export function DailyMixView({ tracks, minutes }: { tracks: readonly TrackListItem[]; minutes: MixLength }) {
  const [first] = tracks;
  if (!first)
    return (
      <EmptyState
        icon="headphones"
        title="今日は、まだ音声がありません"
        heading="h2"
        action={<FindTracksLink />}
      >
        フォローしたり、リストに保存したりすると、ここに届きます。
      </EmptyState>
    );
  const queue = { name: dailyMixName, path: dailyMixPath, tracks, isPlaylist: true, next: null };
  return (
    <ListQueue queue={queue}>
      <div className="flex flex-wrap items-center gap-2 pb-4">
        <PlayListButton name={dailyMixName} path={dailyMixPath} from={first.from} />
        <MixLengths minutes={minutes} />
      </div>
      <TrackList
        tracks={tracks}
        label={`${dailyMixName}の音声`}
        renderRow={(track) => (
          <TrackRow
            track={track}
            from={track.from}
            detail={
              <p className="text-xs text-muted tabular-nums">
                {track.note}
                {track.from && (
                  <span className="font-bold whitespace-nowrap text-accent">
                    {` ${formatTime(track.from)}から`}
                  </span>
                )}
              </p>
            }
          />
        )}
      />
    </ListQueue>
  );
}

interface MixFeedProps {
  address: string | null;
  createdOn: string | null;
}

/** Creates, renews and ends the private feed. */
export function MixFeed({ address, createdOn }: MixFeedProps) {
  return (
    <section aria-labelledby="mix-feed" className="space-y-3 pt-8">
      <h2 id="mix-feed" className="text-lg">
        ポッドキャストアプリで聴く
      </h2>
      {address ? (
        <>
          <FeedAddress address={address} isOpen />
          <p className="text-sm text-muted">
            このアドレスは、いまだけ表示されます。知っている人はだれでも、あなたの今日の無限を聴けます。
          </p>
        </>
      ) : (
        <p className="text-sm text-muted">
          {createdOn
            ? `${createdOn}につくったアドレスで届いています。アドレスをつくり直すと、前のアドレスは使えなくなります。`
            : "あなただけのアドレスをつくると、毎日の音声がアプリに届きます。アドレスは、いつでも取り消せます。"}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <FeedForm intent="feed-renew" variant="quiet">
          {createdOn ? "アドレスをつくり直す" : "アドレスをつくる"}
        </FeedForm>
        {createdOn && (
          <FeedForm intent="feed-revoke" variant="plain">
            取り消す
          </FeedForm>
        )}
      </div>
    </section>
  );
}

function FeedForm(props: { intent: string; variant: "quiet" | "plain"; children: ReactNode }) {
  const { intent, variant, children } = props;
  return (
    <Form method="post" action={dailyMixPath} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <Button variant={variant}>{children}</Button>
    </Form>
  );
}
