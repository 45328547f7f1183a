import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { awaitsReview, justPublished } from "#app/features/creation/creation.ts";
import { DraftView } from "#app/features/creation/drafts/components/draft-view.tsx";
import { draftFormSchema } from "#app/features/creation/drafts/drafts.schema.ts";
import { draftPath, draftsPath } from "#app/features/creation/drafts/drafts.ts";
import { offeredTime, publishTimeOf } from "#app/features/creation/drafts/publish-time.ts";
import { findDraft } from "#app/features/creation/drafts/server/find-drafts.server.ts";
import { planPublication } from "#app/features/creation/drafts/server/plan-publication.server.ts";
import { discardPreview } from "#app/features/creation/preview/discard-preview.server.ts";
import { publishTrack } from "#app/features/creation/publish/publish-track.server.ts";
import { withdrawDraft } from "#app/features/series/server/change-series.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { trackPath } from "#app/features/tracks/track.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/draft-page";

const heading = "投稿の下書き";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

export const loader = viewerLoader(async ({ params, viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return { draft: null, time: null };
  const draft = await findDraft({ viewer: requireMember(viewer), taskId: params.id });
  const { planned } = draft;
  const time = planned ? { day: planned.day, hour: planned.hour, isLater: true } : offeredTime(new Date());
  return { draft, time };
});

export const action = formAction({
  schema: draftFormSchema,
  who: "member",
  find: ({ viewer, params }) => findDraft({ viewer, taskId: params.id ?? "" }),
  async run({ context, viewer, value: form, found: { taskId, previewFilename } }) {
    if (form.intent === "withdraw") {
      const isEpisode = await withdrawDraft({ viewer, taskId });
      const flash = isEpisode ? "episode-withdrawn" : "plan-withdrawn";
      return redirectWithFlash(context, draftPath(taskId), flash);
    }
    if (form.intent === "delete") {
      await discardPreview({ viewer, previewFilename });
      return redirectWithFlash(context, draftsPath, "draft-deleted");
    }
    const { title } = form;
    const publishAt = publishTimeOf(form, new Date());
    if (publishAt) {
      await planPublication({ viewer, previewFilename, title, publishAt });
      return redirectWithFlash(context, draftsPath, "track-planned");
    }
    const { trackId, isTakenDown } = await publishTrack({ viewer, previewFilename, title });
    const path = trackPath({ id: trackId, userId: viewer.id, posterCustomUserId: viewer.customUserId });
    const flash = isTakenDown ? "track-awaits-review" : "track-published";
    return redirectWithFlash(context, path + (isTakenDown ? awaitsReview : justPublished), flash);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function DraftPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { draft, time } = loaderData;
  if (!draft) return <LoginPrompt returnPath={draftPath(params.id)} heading={heading} />;
  return (
    <Page
      title={draft.planned ? "公開の予定" : "まだ投稿していない音声"}
      lead={draft.planned ? `${draft.planned.text}に公開します` : `${draft.keptUntil}まで保存しています`}
      back={{ to: draftsPath, label: "下書きと公開の予定" }}
      className="[overflow-wrap:anywhere]"
    >
      <DraftView
        key={`${draft.taskId} ${draft.planned?.text}`}
        draft={draft}
        time={time}
        formResult={actionData ?? undefined}
      />
    </Page>
  );
}
