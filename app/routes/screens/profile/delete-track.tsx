import { Form, useNavigation } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { safeReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { Forbidden } from "#app/features/domain-error.ts";
import { profileTabPath } from "#app/features/profile/profile.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { trackDeletion } from "#app/features/tracks/track.ts";
import { deleteTrackFormSchema, parseTrackId } from "#app/features/tracks/tracks.schema.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { firstMessage } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/delete-track";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle("音声を削除", matches) }];

const returnPathOf = (path: string | null | undefined) => safeReturnPath(path ?? profileTabPath("my-tracks"));

export const loader = viewerLoader(async ({ params, context, viewer }: ByViewer<Route.LoaderArgs>) => {
  const returnPath = returnPathOf(context.get(requestContext).url.searchParams.get("redirect"));
  if (!viewer) return { track: null, returnPath };
  const track = await findTrack({ viewer: requireMember(viewer), trackId: parseTrackId(params) });
  if (track.userId !== viewer.id) throw new Forbidden();
  return { track: { id: track.id, title: track.title }, returnPath };
});

export const action = formAction({
  schema: deleteTrackFormSchema,
  who: "member",
  async run({ params, context, viewer, value }) {
    await deleteTrack({ viewer, trackId: parseTrackId(params) });
    return redirectWithFlash(context, returnPathOf(value.redirect), "track-deleted");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function DeleteTrack({ loaderData, actionData }: Route.ComponentProps) {
  const { state } = useNavigation();
  const { track, returnPath } = loaderData;
  if (!track) return <LoginPrompt returnPath={returnPath} heading="音声を削除" />;
  return (
    <Page title="音声を削除" back={{ to: returnPath, label: "投稿音声" }}>
      <div className="space-y-4">
        <p className="font-bold">{track.title}</p>
        <p>{trackDeletion.question}</p>
        {actionData && (
          <Notice tone="error" title={trackDeletion.failed}>
            {firstMessage(actionData)}
          </Notice>
        )}
        <Form method="post" className="flex flex-wrap gap-2 pt-2">
          <input type="hidden" name="redirect" value={returnPath} />
          <Button variant="danger" icon="trash" busy={state !== "idle"} busyLabel="削除しています">
            削除する
          </Button>
          <ButtonLink to={returnPath} variant="quiet">
            やめる
          </ButtonLink>
        </Form>
      </div>
    </Page>
  );
}
