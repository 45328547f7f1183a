import { Form, redirect, useLocation, useNavigation } from "react-router";
import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { safeReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import {
  playlistForTrackBody,
  trackPlaylistsForm,
} from "#app/features/playlists/bookmark/bookmark.schema.ts";
import type { OwnPlaylist } from "#app/features/playlists/bookmark/own-playlists.ts";
import {
  addToPlaylist,
  createPlaylistWithTrack,
  removeFromPlaylist,
} from "#app/features/playlists/bookmark/server/add-to-playlist.server.ts";
import { listOwnPlaylistsForTrack } from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { PlaylistLimitNotice } from "#app/features/playlists/edit/components/playlist-count.tsx";
import { maxNameLength } from "#app/features/playlists/edit/playlist-form.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { parseTrackId } from "#app/features/tracks/tracks.schema.ts";
import { validate } from "#app/features/validate.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { countCharacters } from "#app/lib/characters.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage, isFormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/track-playlists";

const heading = "プレイリストに追加";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

export const loader = pageLoader(async ({ params, context }: Route.LoaderArgs) => {
  const trackId = parseTrackId(params);
  const redirectParam = context.get(requestContext).url.searchParams.get("redirect");
  const returnPath = safeReturnPath(redirectParam ?? `/track/${trackId}`);
  const viewer = await getViewer(context);
  if (!viewer) return { own: null, returnPath };
  return { own: await listOwnPlaylistsForTrack({ viewer: requireMember(viewer), trackId }), returnPath };
});

/** A script gets the created playlist instead of a redirect: the sheet shows it. */
export const action = formAction({
  schema: trackPlaylistsForm,
  who: "member",
  limit: rateLimits.bookmark,
  async run({ params, context, viewer, value }) {
    const trackId = parseTrackId(params);
    if (value.intent === "create") {
      const playlist = validate(playlistForTrackBody, { name: value.name });
      const { isDocument } = context.get(requestContext);
      // A double click without JavaScript makes one.
      const created = await createPlaylistWithTrack({ viewer, trackId, playlist, dropsRepeat: isDocument });
      if (!isDocument) return { created };
    } else {
      const { intent, playlistId } = value;
      await (intent === "add" ? addToPlaylist : removeFromPlaylist)({ viewer, playlistId, trackId });
    }
    const back = new URLSearchParams({ redirect: safeReturnPath(value.redirect ?? `/track/${trackId}`) });
    return redirect(`/track/${trackId}/playlists?${back}`, 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

/** Where no sheet can open. */
export default function TrackPlaylists({ loaderData, actionData }: Route.ComponentProps) {
  const { own, returnPath } = loaderData;
  const { pathname, search } = useLocation();
  if (!own) return <LoginPrompt returnPath={pathname + search} heading={heading} />;
  const { track, playlists } = own;
  const back = { to: returnPath, label: "戻る" };
  const formResult = isFormResult(actionData) ? actionData : undefined;
  return (
    <Page title={heading} lead={track.title} back={back}>
      {formResult && !formResult.result.error?.name && (
        <Notice tone="error" title="変更できませんでした" className="mb-6">
          {firstMessage(formResult)}
        </Notice>
      )}
      {playlists.length > 0 && (
        <ul aria-label="自分のプレイリスト" className="divide-y divide-line">
          {playlists.map((playlist) => (
            <li key={playlist.id}>
              <PlaylistOption playlist={playlist} returnPath={returnPath} />
            </li>
          ))}
        </ul>
      )}
      <NewPlaylist own={own} returnPath={returnPath} formResult={formResult} />
      <p className="pt-8 text-center">
        <ButtonLink to={returnPath} variant="quiet">
          完了
        </ButtonLink>
      </p>
    </Page>
  );
}

function PlaylistOption({ playlist, returnPath }: { playlist: OwnPlaylist; returnPath: string }) {
  const { id, name, isPublic, itemCount, hasTrack } = playlist;
  const { state, formData } = useNavigation();
  const isBusy = state !== "idle" && formData?.get("playlistId") === String(id);
  return (
    <Form method="post" replace preventScrollReset className="flex items-center gap-3 py-2.5">
      <input type="hidden" name="redirect" value={returnPath} />
      <input type="hidden" name="playlistId" value={id} />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="line-clamp-2 font-bold">{name}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted tabular-nums">
          {itemCount}件<Badge {...(!isPublic && { icon: "lock" })}>{isPublic ? "公開" : "非公開"}</Badge>
          {hasTrack && (
            <Badge tone="accent" icon="check">
              追加済み
            </Badge>
          )}
        </p>
      </div>
      <Button
        name="intent"
        value={hasTrack ? "remove" : "add"}
        variant={hasTrack ? "quiet" : "primary"}
        busy={isBusy}
        aria-label={hasTrack ? `「${name}」から外す` : `「${name}」に追加`}
        className="shrink-0"
      >
        {hasTrack ? "外す" : "追加"}
      </Button>
    </Form>
  );
}

interface NewPlaylistProps {
  own: NonNullable<Route.ComponentProps["loaderData"]["own"]>;
  returnPath: string;
  formResult: FormResult | undefined;
}

function NewPlaylist({ own, returnPath, formResult }: NewPlaylistProps) {
  const { playlists, limit } = own;
  const isPremium = useRootData()?.user?.isPremium ?? false;
  return (
    <section aria-labelledby="new-playlist" className="pt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-3">
        <h2 id="new-playlist" className="text-base">
          新しいプレイリストを作る
        </h2>
        <p className="text-xs text-muted tabular-nums">
          {playlists.length} / {limit}個
        </p>
      </div>
      {playlists.length >= limit ? (
        <PlaylistLimitNotice isPremium={isPremium} tone="info" />
      ) : (
        // The key empties the form after a playlist was created.
        <NewPlaylistForm key={playlists.length} returnPath={returnPath} formResult={formResult} />
      )}
    </section>
  );
}

function NewPlaylistForm({ returnPath, formResult }: Pick<NewPlaylistProps, "returnPath" | "formResult">) {
  const { pathname, search } = useLocation();
  const { form, fields, field, isSubmitting } = useFormPost<{ name: string }>({
    id: "new-playlist-form",
    action: pathname + search,
    intent: "create",
    formResult,
  });
  return (
    <Form {...form} replace preventScrollReset className="space-y-4">
      <input type="hidden" name="redirect" value={returnPath} />
      <TextField
        {...field(fields.name)}
        label="プレイリスト名"
        required
        autoComplete="off"
        counter={{ max: maxNameLength, count: (text) => countCharacters(normalizeName(text)) }}
      />
      <Button name="intent" value="create" icon="plus" busy={isSubmitting} busyLabel="作成しています">
        作成して追加
      </Button>
    </Form>
  );
}
