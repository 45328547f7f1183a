import { Form, redirect, useNavigation } from "react-router";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import { profileTabPath } from "#app/features/profile/profile-tabs.ts";
import { refusalText } from "#app/features/refused-form.ts";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { trackDeletion } from "#app/features/tracks/track-deletion.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { sayOnNextPage } from "#app/http/flash.ts";
import { readFields } from "#app/http/form-answer.server.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/delete-track";

export const meta: Route.MetaFunction = () => [{ title: documentTitle("音声を削除") }];

function readTrackId(params: unknown): number {
  const { success, data } = trackParams.safeParse(params);
  if (!success) throw new NotFound("音声が見つかりません");
  return data.id;
}

/** The page of one's tracks that the question came from. */
const returnPathOf = (asked: string | null | undefined) =>
  safeReturnPath(asked ?? profileTabPath("my-tracks"));

export const loader = screen(async ({ params, context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  const returnPath = returnPathOf(context.get(requestContext).url.searchParams.get("redirect"));
  if (!viewer) return { track: null, returnPath };
  const track = await findTrack({ viewer: requireMember(viewer), trackId: readTrackId(params) });
  if (track.userId !== viewer.id) throw new Forbidden();
  return { track: { id: track.id, title: track.title }, returnPath };
});

export const action = screen(async ({ request, params, context }: Route.ActionArgs) => {
  const viewer = requireMember(await getViewer(context));
  const fields = await readFields(request);
  await deleteTrack({ viewer, trackId: readTrackId(params) });
  sayOnNextPage(context, "track-deleted");
  throw redirect(returnPathOf(fields.redirect), 303);
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm<undefined>(args);

/** The question before a track is deleted, where no dialog can ask it. */
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
            {refusalText(actionData)}
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
