import { Avatar } from "#app/features/accounts/avatar.tsx";
import { Agreement } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { CoverImage } from "#app/features/covers/cover-image.tsx";
import type { OpenInvitation } from "#app/features/invitations/server/redeem-invitation.server.ts";
import { usePlayer, useTrackPlayback } from "#app/features/playback/hooks/use-player.tsx";
import { PlainAudio } from "#app/features/tracks/list/track-row.tsx";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { CopyButton } from "#app/ui/share/copy-button.tsx";
import { ShownText } from "#app/ui/share/copy-field.tsx";

interface InvitationView extends OpenInvitation {
  /** Absolute URL of the page. */
  address: string;
  acceptPath: string;
  /** From which age people may register. */
  ageRule: string;
  /** A newcomer hears it before anything is asked. */
  track: TrackListItem | null;
  /** The page is open inside another app, where no login succeeds. */
  embedded: { app: string | null; leavingPath: string | null } | null;
}

const introduction =
  "Mugen（無限）は、文章がふたりの声の短いラジオになる、招待制のアプリです。次々に届く番組を聴き、自分の文章も番組にできます。";

/** 「灯さんからの招待」 */
export const invitationTitle = ({ inviter }: Pick<OpenInvitation, "inviter">): string =>
  inviter ? `${inviter.name}さんからの招待` : "Mugenへの招待";

export function InvitationPage({ invitation }: { invitation: InvitationView }) {
  const { inviter, message, track, embedded, address, acceptPath, ageRule } = invitation;
  return (
    <article className="mx-auto flex min-h-[calc(100svh-1.5rem)] w-full max-w-112 flex-col justify-center gap-6 px-6 py-10">
      <header className="space-y-4 text-center">
        {inviter && (
          <Avatar
            name={inviter.name}
            picture={inviter.picture}
            width={80}
            className="mx-auto size-20 text-2xl"
          />
        )}
        <h1 className="text-xl text-balance wrap-anywhere">
          {inviter ? (
            <>
              <span className="inline-block">{inviter.name}さん</span>
              からの招待
            </>
          ) : (
            invitationTitle(invitation)
          )}
        </h1>
        {message && <blockquote className="text-pretty whitespace-pre-line">「{message}」</blockquote>}
      </header>
      {embedded && <LeaveApp {...embedded} address={address} />}
      {track && <FirstTrack track={track} />}
      <p className="text-center text-pretty text-muted">{introduction}</p>
      <div className="space-y-3 text-center">
        <ButtonLink to={acceptPath} reloadDocument size="large" wide>
          招待を受ける
        </ButtonLink>
        <Agreement />
        <p className="text-xs text-muted">{ageRule}</p>
        <ButtonLink to="/" variant="plain" icon="headphones" wide>
          ログインせずに聴く
        </ButtonLink>
      </div>
    </article>
  );
}

function FirstTrack({ track }: { track: TrackListItem }) {
  const player = usePlayer();
  const isPlaying = useTrackPlayback(track.id, (playback) => playback?.status === "playing");
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-sm text-muted">まず、ひとつ聴いてみてください</h2>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <CoverImage track={track} isMain className="w-16 shrink-0" />
        <p className="min-w-[min(9.5rem,100%)] flex-1 leading-snug">
          <span className="line-clamp-2 font-bold text-balance">{track.title}</span>
          <span className="block truncate text-sm text-muted">
            {track.posterName} ・ {formatTime(track.duration)}
          </span>
        </p>
      </div>
      <Button
        type="button"
        variant="quiet"
        icon={isPlaying ? "pause" : "play"}
        wide
        className="unscripted:hidden"
        onClick={() => (isPlaying ? player.pause() : player.play(track))}
      >
        {isPlaying ? "止める" : "聴いてみる"}
      </Button>
      <noscript>{import.meta.env.SSR && <PlainAudio track={track} />}</noscript>
    </Card>
  );
}

function LeaveApp(props: NonNullable<InvitationView["embedded"]> & Pick<InvitationView, "address">) {
  const { app, leavingPath, address } = props;
  return (
    <Notice tone="warning" title={`${app ?? "このアプリ"}の中では、参加の手続きができません`}>
      <p>Googleのログインは、アプリの中の画面では使えません。ふだんお使いのブラウザーで開いてください。</p>
      <div className="mt-3 space-y-2">
        {leavingPath ? (
          <ButtonLink to={leavingPath} reloadDocument wide>
            ブラウザーで開く
          </ButtonLink>
        ) : (
          <>
            <p>画面の「…」や共有のボタンから「ブラウザーで開く」を選ぶか、アドレスをコピーして開けます。</p>
            <ShownText text={address} ariaLabel="この招待のアドレス" className="w-full bg-surface" />
            <CopyButton text={address} label="アドレスをコピー" variant="primary" />
          </>
        )}
      </div>
    </Notice>
  );
}
