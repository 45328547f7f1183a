import { redirect, useNavigate } from "react-router";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { PlaylistEditor } from "#app/features/playlists/components/edit-playlist.tsx";
import { listedPlaylist } from "#app/features/playlists/listed-playlist.ts";
import { editPathOf, playlistOfForm } from "#app/features/playlists/playlist-values.ts";
import { playlistChangesSchema } from "#app/features/playlists/playlists.schema.ts";
import { findOwnPlaylist, namedPlaylist } from "#app/features/playlists/server/find-own-playlist.server.ts";
import { updatePlaylist } from "#app/features/playlists/server/update-playlist.server.ts";
import { formTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { sayOnNextPage } from "#app/http/flash.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/edit-playlist";

const heading = "プレイリストを編集";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

/** The page that the form came from. */
const returnPathOf = (asked: string | null | undefined) => safeReturnPath(asked ?? "/playlists");

export const loader = screen(async ({ params, context }: Route.LoaderArgs) => {
  const playlistId = namedPlaylist(params);
  const viewer = await getViewer(context);
  const returnPath = returnPathOf(context.get(requestContext).url.searchParams.get("redirect"));
  if (!viewer) return { playlistId, returnPath, playlist: null };
  const playlist = await findOwnPlaylist({ viewer: requireMember(viewer), playlistId });
  return { playlistId, returnPath, playlist: listedPlaylist(playlist) };
});

export const action = screen(async ({ request, params, context }: Route.ActionArgs) => {
  const playlistId = namedPlaylist(params);
  const someone = await getViewer(context);
  const values = await readFields(request);
  return answerForm({
    context,
    values,
    async work() {
      const viewer = requireMember(someone);
      countAgainst(rateLimits.changePlaylists, { viewer, address: context.get(requestContext).address });
      const playlist = checked(playlistChangesSchema, playlistOfForm(values));
      await updatePlaylist({ viewer, playlistId, playlist });
      sayOnNextPage(context, "playlist-saved");
      throw redirect(returnPathOf(values.redirect), 303);
    },
  });
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm(args);

/** The fields of an own playlist, where no dialog can show them. */
export default function EditPlaylist({ loaderData, actionData: refused }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { playlistId } = loaderData;
  // The form's own page knows no address to come from.
  const returnPath = refused ? returnPathOf(refused.values.redirect) : loaderData.returnPath;
  const playlist = loaderData.playlist ?? (refused && untold(playlistId));
  if (!playlist)
    return <LoginPrompt returnPath={editPathOf(playlistId, loaderData.returnPath)} heading={heading} />;
  return (
    <Page title={heading} back={{ to: returnPath, label: "戻る" }}>
      <PlaylistEditor
        playlist={playlist}
        refused={refused}
        returnPath={returnPath}
        onSaved={() => void navigate(returnPath)}
      />
    </Page>
  );
}

/** When the session had ended meanwhile: the form holds what was typed, and nothing of the playlist itself. */
const untold = (id: number) => ({
  id,
  name: "",
  categories: [],
  description: null,
  isPublic: true,
  publicSlug: null,
});
