import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { ClearHistoryPage, clearTitle } from "#app/features/listening/components/clear-history.tsx";
import { HistoryList } from "#app/features/listening/components/history-list.tsx";
import { heardTrack } from "#app/features/listening/heard-track.ts";
import { forgetForm } from "#app/features/listening/history.schema.ts";
import { forgetHistory } from "#app/features/listening/server/forget-history.server.ts";
import { listHistory } from "#app/features/listening/server/list-history.server.ts";
import { markBookmarked } from "#app/features/playlists/server/mark-bookmarked.server.ts";
import { refusalText } from "#app/features/refused-form.ts";
import { formTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { sayOnNextPage } from "#app/http/flash.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { readCursor } from "#app/lib/cursor.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/history";

const pageSize = 20;
const headingId = "history";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: formTitle(loaderData?.isAsking ? clearTitle : "再生履歴", matches) },
];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  if (!viewer) return { isMember: false, isAsking: false, tracks: [], next: null };
  const { id: userId } = requireMember(viewer);
  const { url, isDocument } = context.get(requestContext);
  const asked = url.searchParams.get("cursor") ?? "";
  const cursor = readCursor(asked) ? asked : undefined;
  const { entries, next } = await listHistory({ userId, limit: pageSize, cursor });
  // The last one of a later page is gone. What is loaded into a page that stands may be empty.
  if (isDocument && cursor && entries.length === 0) throw redirect("/history");
  const now = new Date();
  const heard = entries.map((entry) => heardTrack(entry, now));
  const tracks = await markBookmarked(viewer, heard);
  return { isMember: true, isAsking: url.searchParams.get("ask") === "clear", tracks, next };
});

export const action = screen(async ({ request, context }: Route.ActionArgs) => {
  const fields = await readFields(request);
  const viewer = requireMember(await getViewer(context));
  return answerForm({
    context,
    values: fields,
    async work() {
      const { trackId } = checked(forgetForm, fields);
      countAgainst(rateLimits.forgetHistory, { viewer, address: context.get(requestContext).address });
      await forgetHistory({ viewer, trackId });
      sayOnNextPage(context, trackId === null ? "history-cleared" : "history-entry-removed");
      return redirect("/history", 303);
    },
  });
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm(args);

/** 再生履歴: what a member has listened to (spec 2 §7, `GET /api/user/listening-history`). */
export default function History({ loaderData, actionData }: Route.ComponentProps) {
  const { isMember, isAsking, tracks, next } = loaderData;
  if (!isMember) return <LoginPrompt returnPath="/history" heading="再生履歴" />;
  if (isAsking && tracks.length > 0) return <ClearHistoryPage />;
  return (
    <Page
      title={
        <span id={headingId} tabIndex={-1} className="outline-none">
          再生履歴
        </span>
      }
    >
      {actionData && (
        <Notice tone="error" title="削除できませんでした" className="mb-6">
          {refusalText(actionData)}
        </Notice>
      )}
      <HistoryList first={{ tracks, next }} headingId={headingId} />
    </Page>
  );
}
