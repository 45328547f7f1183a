import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { correctionSchema } from "#app/features/creation/correction/correction.schema.ts";
import { correctionMessages, correctionPath } from "#app/features/creation/correction/correction.ts";
import { CorrectionForm } from "#app/features/creation/correction/correction-form.tsx";
import { loadCorrectionPage } from "#app/features/creation/correction/load-correction-page.server.ts";
import { respeakTrack } from "#app/features/creation/correction/respeak-track.server.ts";
import {
  correctReading,
  startCorrection,
} from "#app/features/creation/correction/start-correction.server.ts";
import {
  findNewReadings,
  offersQuery,
  type ReadingOffer,
} from "#app/features/creation/readings/reading-offers.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { parseTrackId } from "#app/features/tracks/tracks.schema.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { longTextBytes } from "#app/http/core/read-body.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { Page } from "#app/ui/page.tsx";
import { openedWord, siteActorOf } from "../creation/creation-page.server.ts";
import type { Route } from "./+types/correct-track";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle(correctionMessages.heading, matches) },
  { name: "robots", content: "noindex" },
];

export const loader = viewerLoader(async ({ params, context, viewer }: ByViewer<Route.LoaderArgs>) => {
  const trackId = parseTrackId(params);
  const opened = openedWord(context.get(requestContext));
  return {
    path: correctionPath(trackId),
    page: viewer && (await loadCorrectionPage({ viewer: requireMember(viewer), trackId, opened })),
  };
});

export const action = formAction({
  schema: correctionSchema,
  size: { bytes: longTextBytes },
  who: "member",
  limit: rateLimits.startPreview,
  async run({ params, viewer, value, context }) {
    const trackId = parseTrackId(params);
    let offers: ReadingOffer[] = [];
    if (value.intent === "correct") {
      await startCorrection({ viewer, trackId, ...value });
      offers = findNewReadings(`A: ${value.before}`, `A: ${value.text}`);
    } else if (value.intent === "respeak") {
      await respeakTrack({ viewer, trackId, ...value });
    } else {
      const siteActor = siteActorOf(context.get(requestContext).admin);
      const chosen = { trackId, choice: value, before: value.before };
      const flash = await correctReading({ viewer, siteActor, ...chosen });
      if (flash) setFlash(context, flash);
    }
    return redirect(correctionPath(trackId) + offersQuery(offers), 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function CorrectTrack({ loaderData, actionData }: Route.ComponentProps) {
  const { page, path } = loaderData;
  if (!page) return <LoginPrompt returnPath={path} heading={correctionMessages.heading} />;
  const { track } = page;
  return (
    <Page
      title={correctionMessages.heading}
      lead={`「${track.title}」の行を直して言い直します。リンクも、再生数やいいねも、そのままです。`}
      back={{ to: track.path, label: "音声に戻る" }}
    >
      <CorrectionForm page={page} path={path} formResult={actionData} />
    </Page>
  );
}
