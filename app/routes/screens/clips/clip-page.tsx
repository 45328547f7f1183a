import { Form, Link } from "react-router";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { clipPath, clipText } from "#app/features/clips/clip.ts";
import { ClipPlayer } from "#app/features/clips/clip-player.tsx";
import { deleteClipForm } from "#app/features/clips/clips.schema.ts";
import { clipCardPath, deleteClip, findClip } from "#app/features/clips/clips.server.ts";
import { CoverImage } from "#app/features/covers/cover-image.tsx";
import { embedSize } from "#app/features/embed/embed-code.ts";
import { EmbedDetails } from "#app/features/embed/embed-details.tsx";
import { documentTitle, pageMeta, signedInMeta } from "#app/features/site/page-meta.ts";
import { aiSpeechLabel } from "#app/features/tracks/track.ts";
import { toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { firstMessage } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { ShareButton } from "#app/ui/share/share-button.tsx";
import type { Route } from "./+types/clip-page";

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { clip, track, address, card, isMember } = loaderData;
  const title = documentTitle(`一節「${track.title}」`);
  const description = clip ? `「${clipText(clip)}」` : `${track.posterName}の音声の一節`;
  if (isMember) return signedInMeta({ title, description, url: address });
  return pageMeta({
    title,
    heading: track.title,
    description,
    url: address,
    type: "music.song",
    image:
      card === null
        ? null
        : { url: new URL(card, address).href, alt: description, size: { width: 1200, height: 630 } },
  });
};

export const loader = viewerLoader(async ({ params, context, viewer }: ByViewer<Route.LoaderArgs>) => {
  const { clip, track, isOwn } = await findClip({ viewer, id: params.id });
  const { url } = context.get(requestContext);
  return {
    clip,
    track: toTrackListItem(track, viewer),
    speechCredit: track.speechCredit,
    isRecording: track.isRecording,
    address: new URL(clipPath(params), url).href,
    embedAddress: new URL(`/embed${clipPath(params)}`, url).href,
    card: clip && clipCardPath(clip),
    isOwn,
    isMember: viewer !== null,
  };
});

export const action = formAction({
  schema: deleteClipForm,
  who: "member",
  limit: rateLimits.changePlaylists,
  async run({ params, context, viewer }) {
    await deleteClip({ viewer: requireMember(viewer), id: params.id ?? "" });
    return redirectWithFlash(context, "/clips", "clip-deleted");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

/** The sound stops with the passage. */
export default function ClipScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { clip, track, speechCredit, isRecording, address, embedAddress, isOwn } = loaderData;
  return (
    <Page title="一節" back={{ to: track.path ?? `${track.posterPath}/track/${track.id}`, label: "音声へ" }}>
      <article className="space-y-6">
        {actionData && (
          <Notice tone="error" title="削除できませんでした">
            {firstMessage(actionData)}
          </Notice>
        )}
        {clip ? (
          <blockquote className="space-y-2 text-lg leading-relaxed font-bold text-pretty">
            {clip.sentences.map(({ speaker, text, startMs }) => (
              <p
                key={startMs}
                className={`border-l-4 pl-4 ${speaker === "A" ? "border-voice-a" : "border-voice-b"}`}
              >
                {text}
              </p>
            ))}
          </blockquote>
        ) : (
          <Notice title="この一節は、いまは聴けません">
            プレミアム限定の音声か、直された音声の一節です。音声のページで、聴けるところをお確かめください。
          </Notice>
        )}
        {clip && <ClipPlayer key={clip.id} clip={clip} />}
        <div className="flex items-center gap-4">
          <CoverImage track={track} className="w-14 shrink-0" />
          <p className="min-w-0 leading-snug">
            <span className="line-clamp-2 font-bold">{track.title}</span>
            <span className="block truncate text-sm text-muted">{track.posterName}</span>
            {speechCredit && (
              <span className="block text-sm text-muted [overflow-wrap:anywhere]">音声 {speechCredit}</span>
            )}
            {!isRecording && <Badge icon="voice">{aiSpeechLabel}</Badge>}
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-2">
          {clip && (
            <ButtonLink to={clip.trackPath} variant="quiet" icon="headphones">
              全体を聴く
            </ButtonLink>
          )}
          <ShareButton url={address} title={`「${track.title}」の一節`} />
          {clip && (
            <EmbedDetails
              address={embedAddress}
              title={track.title}
              height={embedSize.height}
              explanation="ブログなどのHTMLに貼り付けると、そのページでこの一節を再生できます。"
            />
          )}
        </div>
        <input
          readOnly
          value={address}
          aria-label="この一節のアドレス"
          className="hidden min-h-12 w-full rounded-card border border-line bg-sunken px-4 text-sm text-ink unscripted:block"
        />
        {isOwn && (
          <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4">
            <Link to="/clips" className="inline-flex min-h-11 items-center underline">
              一節ノート
            </Link>
            <Form method="post">
              <input type="hidden" name="intent" value="delete" />
              <Button variant="quiet" icon="trash">
                この一節を消す
              </Button>
            </Form>
          </div>
        )}
      </article>
    </Page>
  );
}
