import { redirect, useNavigate, useRevalidator } from "react-router";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { categories } from "#app/features/creation/categories.ts";
import { PlaylistCount, PlaylistLimitNotice } from "#app/features/playlists/components/playlist-count.tsx";
import { PlaylistForm } from "#app/features/playlists/components/playlist-form.tsx";
import { createPath } from "#app/features/playlists/playlist-tabs.ts";
import { playlistMessages, playlistOfForm } from "#app/features/playlists/playlist-values.ts";
import { newPlaylistSchema } from "#app/features/playlists/playlists.schema.ts";
import { countOwnPlaylists } from "#app/features/playlists/server/count-own-playlists.server.ts";
import { createPlaylist } from "#app/features/playlists/server/create-playlist.server.ts";
import { isPremium } from "#app/features/premium/is-premium.ts";
import { formTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { sayOnNextPage } from "#app/http/flash.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import type { Route } from "./+types/create-playlist";

const heading = "プレイリストを作成";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const someone = await getViewer(context);
  if (!someone) return { count: null, isPremium: false };
  const viewer = requireMember(someone);
  return { count: await countOwnPlaylists({ viewer }), isPremium: isPremium(viewer) };
});

export const action = screen(async ({ request, context }: Route.ActionArgs) => {
  const someone = await getViewer(context);
  const values = await readFields(request);
  return answerForm({
    context,
    values,
    async work() {
      const viewer = requireMember(someone);
      countAgainst(rateLimits.changePlaylists, { viewer, address: context.get(requestContext).address });
      await createPlaylist({ viewer, playlist: checked(newPlaylistSchema, playlistOfForm(values)) });
      sayOnNextPage(context, "playlist-created");
      throw redirect("/playlists", 303);
    },
  });
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm(args);

export default function CreatePlaylist({ loaderData, actionData: refused }: Route.ComponentProps) {
  const { count, isPremium } = loaderData;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { show } = useToast();
  // What was typed when the session had ended meanwhile is kept.
  if (!count && !refused) return <LoginPrompt returnPath={createPath} heading={heading} />;
  const isFull = count !== null && count.count >= count.limit;
  return (
    <Page title={heading} back={{ to: "/playlists", label: "プレイリスト" }}>
      <div className="space-y-6">
        {count && <PlaylistCount count={count} isPremium={isPremium} />}
        {isFull && <PlaylistLimitNotice isPremium={isPremium} />}
        <PlaylistForm
          playlist={null}
          action={createPath}
          refused={refused}
          offered={categories}
          words={{ save: "作成する", busy: "作成しています", failed: playlistMessages.createFailed }}
          isFull={isFull}
          idPrefix="playlist"
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
