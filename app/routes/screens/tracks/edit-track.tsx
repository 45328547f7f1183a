import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import {
  editHeading,
  loadHeadingEdit,
} from "#app/features/creation/correction/heading/edit-heading.server.ts";
import { headingEditSchema } from "#app/features/creation/correction/heading/heading-edit.schema.ts";
import { headingEditPath, headingMessages } from "#app/features/creation/correction/heading/heading-edit.ts";
import { HeadingEditForm } from "#app/features/creation/correction/heading/heading-edit-form.tsx";
import { awaitsReview } from "#app/features/creation/creation.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { parseTrackId } from "#app/features/tracks/tracks.schema.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/edit-track";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle(headingMessages.heading, matches) },
  { name: "robots", content: "noindex" },
];

export const loader = viewerLoader(async ({ params, viewer }: ByViewer<Route.LoaderArgs>) => {
  const trackId = parseTrackId(params);
  return {
    path: headingEditPath(trackId),
    page: viewer && (await loadHeadingEdit({ viewer: requireMember(viewer), trackId })),
  };
});

export const action = formAction({
  schema: headingEditSchema,
  who: "member",
  limit: rateLimits.changeProfile,
  find: ({ viewer, params }) => loadHeadingEdit({ viewer, trackId: parseTrackId(params) }),
  async run({ viewer, context, found: { track }, value: { version, ...heading } }) {
    const { isTakenDown } = await editHeading({ viewer, trackId: track.id, heading, version });
    const flash = isTakenDown ? "track-awaits-review" : "track-edited";
    return redirectWithFlash(context, isTakenDown ? track.path + awaitsReview : track.path, flash);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function EditTrack({ loaderData, actionData }: Route.ComponentProps) {
  const { page, path } = loaderData;
  if (!page) return <LoginPrompt returnPath={path} heading={headingMessages.heading} />;
  return (
    <Page
      title={headingMessages.heading}
      lead="リンクも、再生数やいいねも、そのままです。"
      back={{ to: page.track.path, label: "音声に戻る" }}
    >
      <HeadingEditForm key={page.version} page={page} path={path} formResult={actionData ?? undefined} />
    </Page>
  );
}
