import { Form, redirect, useNavigation } from "react-router";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { playlistPath } from "#app/features/playlists/playlist-path.ts";
import { deletePathOf, playlistMessages } from "#app/features/playlists/playlist-values.ts";
import { deletePlaylist } from "#app/features/playlists/server/delete-playlist.server.ts";
import { findOwnPlaylist, namedPlaylist } from "#app/features/playlists/server/find-own-playlist.server.ts";
import { refusalText } from "#app/features/refused-form.ts";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { sayOnNextPage } from "#app/http/flash.ts";
import { readFields } from "#app/http/form-answer.server.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/delete-playlist";

const heading = "プレイリストを削除";

export const meta: Route.MetaFunction = () => [{ title: documentTitle(heading) }];

/** The list that the question came from. */
const returnPathOf = (asked: string | null | undefined) => safeReturnPath(asked ?? "/playlists");

export const loader = screen(async ({ params, context }: Route.LoaderArgs) => {
  const playlistId = namedPlaylist(params);
  const viewer = await getViewer(context);
  const asked = context.get(requestContext).url.searchParams.get("redirect");
  const returnPath = returnPathOf(asked);
  // The playlist's own page names none: there is nothing to come back to once it is gone.
  const wayBack = asked === null ? playlistPath({ id: playlistId }) : returnPath;
  if (!viewer) return { playlistId, returnPath, wayBack, name: null, itemCount: 0 };
  const { name, itemCount } = await findOwnPlaylist({ viewer: requireMember(viewer), playlistId });
  return { playlistId, returnPath, wayBack, name, itemCount };
});

export const action = screen(async ({ request, params, context }: Route.ActionArgs) => {
  const viewer = requireMember(await getViewer(context));
  const fields = await readFields(request);
  countAgainst(rateLimits.changePlaylists, { viewer, address: context.get(requestContext).address });
  await deletePlaylist({ viewer, playlistId: namedPlaylist(params) });
  sayOnNextPage(context, "playlist-deleted");
  throw redirect(returnPathOf(fields.redirect), 303);
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm<undefined>(args);

/** The question before a playlist is deleted, where no dialog can ask it. */
export default function DeletePlaylist({ loaderData, actionData }: Route.ComponentProps) {
  const { state } = useNavigation();
  const { playlistId, name, itemCount, returnPath, wayBack } = loaderData;
  if (name === null)
    return <LoginPrompt returnPath={deletePathOf(playlistId, returnPath)} heading={heading} />;
  return (
    <Page title={heading} back={{ to: wayBack, label: "戻る" }}>
      <div className="space-y-4">
        <p className="font-bold break-words">
          {name}
          <span className="ml-2 text-sm font-normal text-muted tabular-nums">{itemCount}件</span>
        </p>
        <p>{playlistMessages.deleteQuestion}</p>
        <p className="text-sm text-muted">{playlistMessages.deleteKeeps}</p>
        {actionData && (
          <Notice tone="error" title={playlistMessages.deleteFailed}>
            {refusalText(actionData)}
          </Notice>
        )}
        <Form method="post" className="flex flex-wrap gap-2 pt-2">
          <input type="hidden" name="redirect" value={returnPath} />
          <Button variant="danger" icon="trash" busy={state !== "idle"} busyLabel="削除しています">
            削除する
          </Button>
          <ButtonLink to={wayBack} variant="quiet">
            やめる
          </ButtonLink>
        </Form>
      </div>
    </Page>
  );
}
