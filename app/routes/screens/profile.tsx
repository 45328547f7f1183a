import { Form } from "react-router";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import { LoginPrompt } from "#app/features/accounts/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { listTracksOf } from "#app/features/tracks/list-tracks.server.ts";
import { listedTrack } from "#app/features/tracks/listed-track.ts";
import { PagedTracks } from "#app/features/tracks/more-tracks.tsx";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { readCursor } from "#app/lib/cursor.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Route } from "./+types/profile";

const pageSize = 20;

export const meta: Route.MetaFunction = () => [{ title: documentTitle("マイページ") }];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  if (!viewer) return { member: null, tracks: [], next: null };
  const { id, name, email, picture } = requireMember(viewer);
  const asked = context.get(requestContext).url.searchParams.get("cursor") ?? "";
  const cursor = readCursor(asked) ? asked : undefined;
  const page = await listTracksOf({ userId: id, viewer, limit: pageSize, cursor });
  return { member: { name, email, picture }, tracks: page.tracks.map(listedTrack), next: page.next };
});

export default function Profile({ loaderData }: Route.ComponentProps) {
  const { member, tracks, next } = loaderData;
  if (!member) return <LoginPrompt returnPath="/profile" heading="マイページ" />;
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-6 pb-10 rail:px-6 rail:pt-10">
      <header className="flex flex-wrap items-center gap-4">
        <Avatar name={member.name} picture={member.picture} className="size-18" />
        <div className="min-w-[min(10rem,100%)] flex-1">
          <h1 className="text-lg">{member.name}</h1>
          <p className="text-sm text-muted">{member.email}</p>
        </div>
        <Form method="post" action="/api/auth/logout" reloadDocument>
          <Button variant="quiet" icon="logout">
            ログアウト
          </Button>
        </Form>
      </header>
      <section aria-labelledby="mine" className="pt-10">
        <div className="flex flex-wrap items-center justify-between gap-2 pb-1">
          <h2 id="mine" className="text-lg">
            投稿音声
          </h2>
          {tracks.length > 0 && (
            <ButtonLink to="/create-post" icon="plus">
              つくる
            </ButtonLink>
          )}
        </div>
        {tracks.length > 0 ? (
          <PagedTracks first={{ tracks, next }} label="投稿音声" />
        ) : (
          <EmptyState
            icon="voice"
            title="投稿した音声がありません"
            action={
              <ButtonLink to="/create-post" icon="plus">
                音声をつくる
              </ButtonLink>
            }
          >
            あなたの文章が、ふたりの声の番組になります。
          </EmptyState>
        )}
      </section>
    </div>
  );
}
