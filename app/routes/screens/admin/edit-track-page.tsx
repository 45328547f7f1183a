import { officialViewer } from "#app/features/accounts/account.ts";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { AdminPage } from "#app/features/admin/parts/admin-page.tsx";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { adminTrackPath, editOfficialTrackPath } from "#app/features/admin/tracks/admin-tracks.ts";
import {
  editHeading,
  loadHeadingEdit,
} from "#app/features/creation/correction/heading/edit-heading.server.ts";
import { headingEditSchema } from "#app/features/creation/correction/heading/heading-edit.schema.ts";
import { headingMessages } from "#app/features/creation/correction/heading/heading-edit.ts";
import { HeadingEditForm } from "#app/features/creation/correction/heading/heading-edit-form.tsx";
import { parseTrackId } from "#app/features/tracks/tracks.schema.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import type { Route } from "./+types/edit-track-page";

export const meta: Route.MetaFunction = () => adminMeta(headingMessages.heading);

const findPage = (params: { trackId?: string }) =>
  loadHeadingEdit({ viewer: officialViewer, trackId: parseTrackId({ id: params.trackId }) });

export const loader = adminPageLoader(async ({ params }: AdminArguments<Route.LoaderArgs>) =>
  findPage(params),
);

export const action = formAction({
  who: "admin",
  schema: headingEditSchema,
  find: ({ params }) => findPage(params),
  async run({ context, viewer: admin, found: { track }, value: { version, ...heading } }) {
    const actor = actorOf(admin);
    await editHeading({ viewer: officialViewer, actor, trackId: track.id, heading, version });
    return redirectWithFlash(context, adminTrackPath(track.id), "admin-track-edited");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

/** Of an official track: members edit theirs. */
export default function EditOfficialTrack({ loaderData: page, actionData }: Route.ComponentProps) {
  const { track, version } = page;
  return (
    <AdminPage
      title={headingMessages.heading}
      lead="リンクも、再生数やいいねも、そのままです。"
      back={{ to: adminTrackPath(track.id), label: track.title }}
    >
      <div className="max-w-160">
        <HeadingEditForm
          key={version}
          page={page}
          path={editOfficialTrackPath(track.id)}
          formResult={actionData}
        />
      </div>
    </AdminPage>
  );
}
