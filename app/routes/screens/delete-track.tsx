import { Form, redirect, useNavigation } from "react-router";
import { LoginPrompt } from "#app/features/accounts/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import { profileTabPath } from "#app/features/profile/profile-tabs.ts";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { deleteTrack } from "#app/features/tracks/delete-track.server.ts";
import { findTrack } from "#app/features/tracks/find-track.server.ts";
import { trackDeletion } from "#app/features/tracks/track-deletion.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { getViewer } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/delete-track";

export const meta: Route.MetaFunction = () => [{ title: documentTitle("音声を削除") }];

function readTrackId(params: unknown): number {
  const { success, data } = trackParams.safeParse(params);
  if (!success) throw new NotFound("音声が見つかりません");
  return data.id;
}

export const loader = screen(async ({ params, context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  if (!viewer) return { track: null };
  const track = await findTrack({ viewer: requireMember(viewer), trackId: readTrackId(params) });
  if (track.userId !== viewer.id) throw new Forbidden();
  return { track: { id: track.id, title: track.title } };
});

export const action = screen(async ({ params, context }: Route.ActionArgs) => {
  const viewer = requireMember(await getViewer(context));
  await deleteTrack({ viewer, trackId: readTrackId(params) });
  return redirect(profileTabPath("my-tracks"), 303);
});

/** The question before a track is deleted, where no dialog can ask it. */
export default function DeleteTrack({ loaderData }: Route.ComponentProps) {
  const { state } = useNavigation();
  const { track } = loaderData;
  if (!track) return <LoginPrompt returnPath={profileTabPath("my-tracks")} heading="音声を削除" />;
  return (
    <Page title="音声を削除" back={{ to: profileTabPath("my-tracks"), label: "投稿音声" }}>
      <div className="space-y-4">
        <p className="font-bold">{track.title}</p>
        <p>{trackDeletion.question}</p>
        <Form method="post" className="flex flex-wrap gap-2 pt-2">
          <Button variant="danger" icon="trash" busy={state !== "idle"} busyLabel="削除しています">
            削除する
          </Button>
          <ButtonLink to={profileTabPath("my-tracks")} variant="quiet">
            やめる
          </ButtonLink>
        </Form>
      </div>
    </Page>
  );
}
