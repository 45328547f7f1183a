import { useNavigate } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { safeReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { PlaylistEditor } from "#app/features/playlists/edit/components/playlist-form.tsx";
import { editPlaylistPath } from "#app/features/playlists/edit/playlist-form.ts";
import { updatePlaylist } from "#app/features/playlists/edit/server/update-playlist.server.ts";
import { toPlaylistListItem } from "#app/features/playlists/playlist-view.ts";
import { editPlaylistForm } from "#app/features/playlists/playlists.schema.ts";
import { findOwnPlaylist, parsePlaylistId } from "#app/features/playlists/server/find-playlist.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { acceptForm, formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { submittedValue } from "#app/ui/form/form-result.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/edit-playlist";

const heading = "プレイリストを編集";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

const returnPathOf = (redirectParam: string | null | undefined) =>
  safeReturnPath(redirectParam ?? "/playlists");

export const loader = pageLoader(async ({ params, context }: Route.LoaderArgs) => {
  const playlistId = parsePlaylistId(params);
  const viewer = await getViewer(context);
  const returnPath = returnPathOf(context.get(requestContext).url.searchParams.get("redirect"));
  if (!viewer) return { playlistId, returnPath, playlist: null };
  const playlist = await findOwnPlaylist({ viewer: requireMember(viewer), playlistId });
  return { playlistId, returnPath, playlist: toPlaylistListItem(playlist) };
});

export const action = formAction({
  schema: editPlaylistForm,
  who: "member",
  limit: rateLimits.changePlaylists,
  async run({ params, context, viewer, value: { playlist, redirect } }) {
    await updatePlaylist({ viewer, playlistId: parsePlaylistId(params), playlist });
    return acceptForm(context, { flash: "playlist-saved", path: returnPathOf(redirect) });
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

/** Where no dialog can open. */
export default function EditPlaylist({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData ?? undefined;
  const navigate = useNavigate();
  const { playlistId } = loaderData;
  // After a refused post the URL has no `redirect`; the form has it.
  const returnPath = refused ? returnPathOf(submittedValue(refused, "redirect")) : loaderData.returnPath;
  const playlist = loaderData.playlist ?? (refused && emptyPlaylist(playlistId));
  if (!playlist)
    return <LoginPrompt returnPath={editPlaylistPath(playlistId, loaderData.returnPath)} heading={heading} />;
  return (
    <Page title={heading} back={{ to: returnPath, label: "戻る" }}>
      <PlaylistEditor
        playlist={playlist}
        refused={refused}
        returnPath={returnPath}
        onSaved={() => navigate(returnPath)}
      />
    </Page>
  );
}

/** The session ended before the post: the form shows only the typed values. */
const emptyPlaylist = (id: number) => ({
  id,
  name: "",
  categories: [],
  description: null,
  isPublic: true,
  publicSlug: null,
});
