import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireAccount } from "#app/features/accounts/viewer.ts";
import { AppealList } from "#app/features/objections/appeal-list.tsx";
import { appealTakedown, openAppeal } from "#app/features/objections/appeal-takedown.server.ts";
import { listOwnTakedowns } from "#app/features/objections/appeals.server.ts";
import { appealPath } from "#app/features/objections/objection.ts";
import { appealSchema } from "#app/features/objections/objections.schema.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import type { Route } from "./+types/appeal-page";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle("異議の申し立て", matches) },
  { name: "robots", content: "noindex" },
];

export const loader = viewerLoader(async ({ viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return null;
  const takedowns = await listOwnTakedowns(requireAccount(viewer));
  return {
    takedowns: takedowns.map(({ appeal, ...takedown }) => ({
      ...takedown,
      appeal: appeal && {
        ...appeal,
        entries: appeal.entries.map(({ id, kind, text, createdAt }) => ({
          ...{ id, text },
          isOwn: kind === "appeal",
          at: formatDateTime(createdAt),
        })),
      },
    })),
  };
});

export const action = formAction({
  schema: appealSchema,
  // Who is locked out may still object to what was taken down.
  who: "account",
  limit: rateLimits.followObjection,
  async run({ context, viewer, value }) {
    const { id, track: trackId = null, playlist: playlistId = null, message } = value;
    if (id !== undefined) await appealTakedown({ viewer, id, message });
    else await openAppeal({ viewer, subject: { trackId, playlistId }, message });
    return redirectWithFlash(context, appealPath, "appeal-sent");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Appeal({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <LoginPrompt returnPath={appealPath} heading="異議の申し立て" />;
  return <AppealList takedowns={loaderData.takedowns} formResult={actionData} />;
}
