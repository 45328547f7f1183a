import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { deleteHistory } from "#app/features/listening/history/delete-history.server.ts";
import { deleteHistoryFormSchema } from "#app/features/listening/history/history.schema.ts";
import { toHistoryListItem } from "#app/features/listening/history/history.ts";
import {
  ClearHistoryPage,
  clearHistoryQuestion,
  HistoryScreen,
} from "#app/features/listening/history/history-list.tsx";
import { listHistory } from "#app/features/listening/history/list-history.server.ts";
import { withBookmarks } from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { decodeCursor } from "#app/lib/cursor.ts";
import { firstMessage } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { Route } from "./+types/history-page";

const pageSize = 20;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: formTitle(loaderData?.isConfirming ? clearHistoryQuestion : "再生履歴", matches) },
];

export const loader = viewerLoader(async ({ context, viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return { isMember: false, isConfirming: false, tracks: [], next: null };
  const { id: userId } = requireMember(viewer);
  const { url, isDocument } = context.get(requestContext);
  const requested = url.searchParams.get("cursor") ?? "";
  const cursor = decodeCursor(requested) ? requested : undefined;
  const { entries, next } = await listHistory({ userId, limit: pageSize, cursor });
  // A later page may be empty after a deletion: documents start over, infinite scroll just ends.
  if (isDocument && cursor && entries.length === 0) throw redirect("/history");
  const now = new Date();
  const items = entries.map((entry) => toHistoryListItem(entry, viewer, now));
  const tracks = await withBookmarks(viewer, items);
  return { isMember: true, isConfirming: url.searchParams.get("ask") === "clear", tracks, next };
});

export const action = formAction({
  schema: deleteHistoryFormSchema,
  who: "member",
  limit: rateLimits.deleteHistory,
  async run({ context, viewer, value: { trackId } }) {
    await deleteHistory({ viewer, trackId });
    const flash = trackId === null ? "history-cleared" : "history-entry-removed";
    return redirectWithFlash(context, "/history", flash);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function History({ loaderData, actionData }: Route.ComponentProps) {
  const { isMember, isConfirming, tracks, next } = loaderData;
  if (!isMember)
    return (
      <LoginPrompt
        returnPath="/history"
        heading="再生履歴"
        lead="聴いた音声が新しい順に並び、どの端末でも続きから聴けます。"
      />
    );
  if (isConfirming && tracks.length > 0) return <ClearHistoryPage />;
  return (
    <HistoryScreen first={{ tracks, next }}>
      {actionData && (
        <Notice tone="error" title="削除できませんでした" className="mb-6">
          {firstMessage(actionData)}
        </Notice>
      )}
    </HistoryScreen>
  );
}
