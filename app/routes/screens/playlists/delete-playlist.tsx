import { useNavigate } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { safeReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { deletePlaylistPath, playlistMessages } from "#app/features/playlists/edit/playlist-form.ts";
import { deletePlaylist } from "#app/features/playlists/edit/server/delete-playlist.server.ts";
import { playlistPath } from "#app/features/playlists/playlist.ts";
import { deletePlaylistForm } from "#app/features/playlists/playlists.schema.ts";
import { findOwnPlaylist, parsePlaylistId } from "#app/features/playlists/server/find-playlist.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { acceptForm, formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { firstMessage } from "#app/ui/form/form-result.ts";
import { useFormFetcher } from "#app/ui/form/use-form-fetcher.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import type { Route } from "./+types/delete-playlist";

const heading = "プレイリストを削除";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

const returnPathOf = (redirectParam: string | null | undefined) =>
  safeReturnPath(redirectParam ?? "/playlists");

export const loader = pageLoader(async ({ params, context }: Route.LoaderArgs) => {
  const playlistId = parsePlaylistId(params);
  const viewer = await getViewer(context);
  const redirectParam = context.get(requestContext).url.searchParams.get("redirect");
  const returnPath = returnPathOf(redirectParam);
  // The playlist's own page sends no `redirect`, since it is gone after the deletion; cancelling leads back to it.
  const backPath = redirectParam === null ? playlistPath({ id: playlistId }) : returnPath;
  if (!viewer) return { playlistId, returnPath, backPath, name: null, itemCount: 0 };
  const { name, itemCount } = await findOwnPlaylist({ viewer: requireMember(viewer), playlistId });
  return { playlistId, returnPath, backPath, name, itemCount };
});

export const action = formAction({
  schema: deletePlaylistForm,
  who: "member",
  limit: rateLimits.changePlaylists,
  async run({ params, context, viewer, value: { redirect } }) {
    await deletePlaylist({ viewer, playlistId: parsePlaylistId(params) });
    return acceptForm(context, { flash: "playlist-deleted", path: returnPathOf(redirect) });
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

/** Where no dialog can open. */
export default function DeletePlaylist({ loaderData, actionData }: Route.ComponentProps) {
  const { playlistId, name, itemCount, returnPath, backPath } = loaderData;
  const navigate = useNavigate();
  const { show } = useToast();
  const {
    fetcher,
    formResult = actionData ?? undefined,
    isBusy,
  } = useFormFetcher({
    async onAccepted() {
      await navigate(returnPath);
      show({ title: playlistMessages.deleted, tone: "success" });
    },
  });
  if (name === null)
    return <LoginPrompt returnPath={deletePlaylistPath(playlistId, returnPath)} heading={heading} />;
  return (
    <Page title={heading} back={{ to: backPath, label: "戻る" }}>
      <div className="space-y-4">
        <p className="font-bold wrap-anywhere">
          {name}
          <span className="ml-2 text-sm font-normal text-muted tabular-nums">{itemCount}件</span>
        </p>
        <p>{playlistMessages.deleteQuestion}</p>
        <p className="text-sm text-muted">{playlistMessages.deleteKeeps}</p>
        {formResult && (
          <Notice tone="error" title={playlistMessages.deleteFailed}>
            {firstMessage(formResult)}
          </Notice>
        )}
        <fetcher.Form
          method="post"
          action={deletePlaylistPath(playlistId)}
          // This page is gone with the playlist.
          defaultShouldRevalidate={false}
          onSubmit={(event) => isBusy && event.preventDefault()}
          className="flex flex-wrap gap-2 pt-2"
        >
          <input type="hidden" name="redirect" value={returnPath} />
          <Button variant="danger" icon="trash" busy={isBusy} busyLabel="削除しています">
            削除する
          </Button>
          <ButtonLink to={backPath} variant="quiet">
            やめる
          </ButtonLink>
        </fetcher.Form>
      </div>
    </Page>
  );
}
