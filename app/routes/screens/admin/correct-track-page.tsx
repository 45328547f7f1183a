import { redirect } from "react-router";
import { officialViewer } from "#app/features/accounts/account.ts";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { correctOfficialTrackPath } from "#app/features/admin/tracks/admin-tracks.ts";
import { OfficialCorrection } from "#app/features/admin/tracks/parts/official-correction.tsx";
import { officialCorrectionSchema } from "#app/features/creation/correction/correction.schema.ts";
import { correctionMessages } from "#app/features/creation/correction/correction.ts";
import { loadCorrectionPage } from "#app/features/creation/correction/load-correction-page.server.ts";
import { respeakTrack } from "#app/features/creation/correction/respeak-track.server.ts";
import { startCorrection } from "#app/features/creation/correction/start-correction.server.ts";
import { parseTrackId } from "#app/features/tracks/tracks.schema.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { longTextBytes } from "#app/http/core/read-body.server.ts";
import type { Route } from "./+types/correct-track-page";

export const meta: Route.MetaFunction = () => adminMeta(correctionMessages.heading);

export const loader = adminPageLoader(async ({ params }: AdminArguments<Route.LoaderArgs>) =>
  loadCorrectionPage({
    viewer: officialViewer,
    trackId: parseTrackId({ id: params.trackId }),
    opened: null,
  }),
);

export const action = formAction({
  who: "admin",
  schema: officialCorrectionSchema,
  size: { bytes: longTextBytes },
  async run({ params, viewer: admin, value: { intent, ...value } }) {
    const trackId = parseTrackId({ id: params.trackId });
    const editor = { viewer: officialViewer, actor: actorOf(admin), trackId };
    if ("text" in value) await startCorrection({ ...editor, ...value });
    else await respeakTrack({ ...editor, ...value });
    return redirect(correctOfficialTrackPath(trackId), 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

/** Of an official track: members correct theirs. */
export default function CorrectOfficialTrack({ loaderData, actionData }: Route.ComponentProps) {
  return <OfficialCorrection page={loaderData} formResult={actionData} />;
}
