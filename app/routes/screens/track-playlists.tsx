import { Form, redirect, useLocation, useNavigation } from "react-router";
import { z } from "zod";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { PlaylistLimitNotice } from "#app/features/playlists/components/playlist-count.tsx";
import { playlistForTrackBody } from "#app/features/playlists/items.schema.ts";
import { playlistParams } from "#app/features/playlists/playlists.schema.ts";
import { addToPlaylist } from "#app/features/playlists/server/add-to-playlist.server.ts";
import { createPlaylistWith } from "#app/features/playlists/server/create-playlist-with.server.ts";
import {
  listOwnWithTrack,
  type OwnPlaylist,
} from "#app/features/playlists/server/list-own-with-track.server.ts";
import { removeFromPlaylist } from "#app/features/playlists/server/remove-from-playlist.server.ts";
import { type RefusedForm, refusalText } from "#app/features/refused-form.ts";
import { formTitle } from "#app/features/shell/document-title.ts";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/track-playlists";

const heading = "プレイリストに追加";

const itemForm = z
  .object({
    intent: z.enum(["add", "remove"], { error: "この操作はできません" }),
    playlistId: z.string({ error: "プレイリストを選択してください" }),
  })
  .transform(({ intent, playlistId: id }) => ({ intent, id }))
  .pipe(playlistParams.extend({ intent: z.enum(["add", "remove"]) }));

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

export const loader = screen(async ({ params, context }: Route.LoaderArgs) => {
  const trackId = namedTrack(params);
  const asked = context.get(requestContext).url.searchParams.get("redirect");
  const returnPath = safeReturnPath(asked ?? `/track/${trackId}`);
  const viewer = await getViewer(context);
  if (!viewer) return { own: null, returnPath };
  return { own: await listOwnWithTrack({ viewer: requireMember(viewer), trackId }), returnPath };
});

/** `intent` is `add` or `remove` with a `playlistId`, or `create` with a `name`; `redirect` is where one came from. */
export const action = screen(async ({ request, params, context }: Route.ActionArgs) => {
  const trackId = namedTrack(params);
  const viewer = requireMember(await getViewer(context));
  const fields = await readFields(request);
  const { address } = context.get(requestContext);
  return answerForm({
    context,
    values: fields,
    async work() {
      countAgainst(rateLimits.bookmark, { viewer, address });
      if (fields.intent === "create") {
        await createPlaylistWith({ viewer, trackId, playlist: checked(playlistForTrackBody, fields) });
      } else {
        const { intent, id: playlistId } = checked(itemForm, fields);
        await (intent === "add" ? addToPlaylist : removeFromPlaylist)({ viewer, playlistId, trackId });
      }
      const back = new URLSearchParams({ redirect: safeReturnPath(fields.redirect ?? `/track/${trackId}`) });
      return redirect(`/track/${trackId}/playlists?${back}`, 303);
    },
  });
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm(args);

function namedTrack(params: unknown): number {
  const { success, data } = trackParams.safeParse(params);
  if (!success) throw new NotFound("音声が見つかりません");
  return data.id;
}

/** The member's playlists, each with the track or without it, and a new one; where no sheet can open. */
export default function TrackPlaylists({ loaderData, actionData }: Route.ComponentProps) {
  const { own, returnPath } = loaderData;
  const { pathname, search } = useLocation();
  if (!own) return <LoginPrompt returnPath={pathname + search} heading={heading} />;
  const { track, playlists } = own;
  const back = { to: returnPath, label: "戻る" };
  return (
    <Page title={heading} lead={track.title} back={back}>
      {actionData && !actionData.fields.name && (
        <Notice tone="error" title="変更できませんでした" className="mb-6">
          {refusalText(actionData)}
        </Notice>
      )}
      {playlists.length > 0 && (
        <ul aria-label="自分のプレイリスト" className="divide-y divide-line">
          {playlists.map((playlist) => (
            <li key={playlist.id}>
              <Choice playlist={playlist} returnPath={returnPath} />
            </li>
          ))}
        </ul>
      )}
      <NewPlaylist own={own} returnPath={returnPath} refused={actionData} />
      <p className="pt-8 text-center">
        <ButtonLink to={returnPath} variant="quiet">
          完了
        </ButtonLink>
      </p>
    </Page>
  );
}

function Choice({ playlist, returnPath }: { playlist: OwnPlaylist; returnPath: string }) {
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
  refused: RefusedForm | undefined;
}

function NewPlaylist({ own, returnPath, refused }: NewPlaylistProps) {
  const { playlists, limit } = own;
  const isPremium = useRootData()?.user?.isPremium ?? false;
  const { state, formData } = useNavigation();
  const wrong = refused?.fields.name;
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
        // Empty again when one was made.
        <Form key={playlists.length} method="post" replace preventScrollReset className="space-y-4">
          <input type="hidden" name="redirect" value={returnPath} />
          <TextField
            label="プレイリスト名"
            name="name"
            required
            autoComplete="off"
            defaultValue={refused?.values.name}
            errors={wrong}
            focused={wrong !== undefined}
            counter={{ max: 50 }}
          />
          <Button
            name="intent"
            value="create"
            icon="plus"
            busy={state !== "idle" && formData?.get("intent") === "create"}
            busyLabel="作成しています"
          >
            作成して追加
          </Button>
        </Form>
      )}
    </section>
  );
}
