import type { ReactNode } from "react";
import { Form } from "react-router";
import { FeedAddress } from "#app/features/feeds/feed-address.tsx";
import { usePlayback, usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { ListQueue } from "#app/features/playback/queue/list-queue.tsx";
import { PlayListButton } from "#app/features/playlists/components/play-list-button.tsx";
import { FindTracksLink } from "#app/features/tracks/list/find-tracks-link.tsx";
import { TrackList } from "#app/features/tracks/list/track-list.tsx";
import { PlainAudio, TrackRow } from "#app/features/tracks/list/track-row.tsx";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { dailyMixName, dailyMixPath, heardNote, type MixLength } from "./daily-mix.ts";
import { MixLengths } from "./mix-lengths.tsx";

interface DailyMixViewProps {
  tracks: readonly TrackListItem[];
  /** `mixQueuePath` of the day. */
  path: string;
  /** To the end, since the day began. */
  heardIds: readonly number[];
  minutes: MixLength;
}

/** The day's tracks, with a choice of length and a button that goes on where the listener stopped. */
export function DailyMixView({ tracks, path, heardIds, minutes }: DailyMixViewProps) {
  const player = usePlayer();
  // Renders when a track ends.
  usePlayback(({ status }) => status);
  const unheard = tracks.filter(({ id }) => !heardIds.includes(id) && !player.hasEnded(id));
  const [first] = unheard.length > 0 ? unheard : tracks;
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
  const queue = { name: dailyMixName, path, tracks, isPlaylist: true, next: null };
  const isBegun = unheard.length < tracks.length || Boolean(first.from);
  const action = unheard.length === 0 ? "はじめから再生" : isBegun ? "つづきから再生" : "再生";
  return (
    <>
      {unheard.length === 0 && (
        <p role="status" className="pb-4">
          今日の分は、すべて聴き終えました。はじめから聴くか、ほかの長さを選べます。
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2 pb-4">
        <ListQueue queue={unheard.length > 0 ? { ...queue, tracks: unheard } : queue}>
          <PlayListButton name={dailyMixName} path={path} from={first.from} action={action} />
        </ListQueue>
        <MixLengths minutes={minutes} />
      </div>
      <noscript>
        {import.meta.env.SSR && (
          <>
            <p className="pb-2 text-sm text-muted">{`${action}：${first.title}`}</p>
            <PlainAudio track={first} />
          </>
        )}
      </noscript>
      <ListQueue queue={queue}>
        <TrackList
          tracks={tracks}
          label={`${dailyMixName}の音声`}
          renderRow={(track) => (
            <TrackRow
              track={track}
              from={track.from}
              detail={
                <p className="text-xs text-muted tabular-nums">
                  {player.hasEnded(track.id) ? heardNote : track.note}
                  {track.from && !player.hasEnded(track.id) && (
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
    </>
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
            ? `${createdOn}に作ったアドレスで届いています。アドレスを作り直すと、前のアドレスは使えなくなります。`
            : "あなただけのアドレスを作ると、毎日の音声がアプリに届きます。アドレスは、いつでも取り消せます。"}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <FeedForm intent="feed-renew" variant="quiet">
          {createdOn ? "アドレスを作り直す" : "アドレスを作る"}
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
