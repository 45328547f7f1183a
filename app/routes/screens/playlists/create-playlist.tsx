import { useNavigate, useRevalidator } from "react-router";
import { builtInCategories } from "#app/engines/script/categories.ts";
import { isPremium } from "#app/features/accounts/account.ts";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import {
  PlaylistCount,
  PlaylistLimitNotice,
} from "#app/features/playlists/edit/components/playlist-count.tsx";
import { PlaylistForm } from "#app/features/playlists/edit/components/playlist-form.tsx";
import { playlistMessages } from "#app/features/playlists/edit/playlist-form.ts";
import { createPlaylist } from "#app/features/playlists/edit/server/create-playlist.server.ts";
import { createPlaylistPath } from "#app/features/playlists/playlist.ts";
import { newPlaylistForm } from "#app/features/playlists/playlists.schema.ts";
import { countOwnPlaylists } from "#app/features/playlists/server/list-playlists.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { acceptForm, formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import type { Route } from "./+types/create-playlist";

const heading = "プレイリストを作成";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const someone = await getViewer(context);
  if (!someone) return { count: null, isPremium: false };
  const viewer = requireMember(someone);
  return { count: await countOwnPlaylists({ viewer }), isPremium: isPremium(viewer) };
});

export const action = formAction({
  schema: newPlaylistForm,
  who: "member",
  limit: rateLimits.changePlaylists,
  async run({ context, viewer, value }) {
    // A script never sends a form twice by itself: a member who makes the same playlist again there means it.
    const repeat = context.get(requestContext).isDocument ? {} : undefined;
    await createPlaylist({ viewer, playlist: value, repeat });
    return acceptForm(context, { flash: "playlist-created", path: "/playlists" });
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function CreatePlaylist({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData ?? undefined;
  const { count, isPremium } = loaderData;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { show } = useToast();
  // A form that was refused because the session ended comes back with what was typed.
  if (!count && !refused)
    return (
      <LoginPrompt
        returnPath={createPlaylistPath}
        heading={heading}
        lead="好きな音声を集めて、続けて聴けます。"
      />
    );
  const isFull = count !== null && count.count >= count.limit;
  return (
    <Page title={heading} back={{ to: "/playlists", label: "プレイリスト" }}>
      <div className="space-y-6">
        {count && <PlaylistCount count={count} isPremium={isPremium} />}
        {isFull && <PlaylistLimitNotice isPremium={isPremium} />}
        <PlaylistForm
          playlist={null}
          action={createPlaylistPath}
          refused={refused}
          suggestedCategories={builtInCategories}
          labels={{ save: "作成する", busy: "作成しています", failed: playlistMessages.createFailed }}
          isFull={isFull}
          id="playlist"
          onFull={() => void revalidate()}
          onSaved={async () => {
            await navigate("/playlists");
            show({ title: playlistMessages.created, tone: "success" });
          }}
        >
          <ButtonLink to="/playlists" variant="quiet" size="large">
            キャンセル
          </ButtonLink>
        </PlaylistForm>
      </div>
    </Page>
  );
}
