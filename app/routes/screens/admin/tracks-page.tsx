import { useLocation } from "react-router";
import { z } from "zod";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { BulkRunNotices } from "#app/features/admin/bulk/bulk-run-notices.tsx";
import { cancelBulkRun, listBulkRuns } from "#app/features/admin/bulk/bulk-run-verbs.server.ts";
import { AdminPage } from "#app/features/admin/parts/admin-page.tsx";
import { AudioTabs } from "#app/features/admin/parts/audio-tabs.tsx";
import { BulkForm } from "#app/features/admin/parts/bulk-form.tsx";
import { ConfirmForm } from "#app/features/admin/parts/confirm-form.tsx";
import { LiveRefresh } from "#app/features/admin/parts/live-refresh.tsx";
import { findListedPage, hrefOfPage, Pager } from "#app/features/admin/parts/pager.tsx";
import { useRefusedForm } from "#app/features/admin/parts/refused-form.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { toAdminTrackItem } from "#app/features/admin/tracks/admin-track-item.ts";
import { trackListForm, trackQuery } from "#app/features/admin/tracks/admin-tracks.schema.ts";
import {
  maxNumberedTracks,
  syncFailedTitle,
  tracksPerPage,
} from "#app/features/admin/tracks/admin-tracks.ts";
import {
  changeTrack,
  checkAllFiles,
  findNewestTrackId,
  startBulk,
} from "#app/features/admin/tracks/change-track.server.ts";
import { findAuthorName, listAdminTracks } from "#app/features/admin/tracks/list-admin-tracks.server.ts";
import { bulkActionsOf } from "#app/features/admin/tracks/parts/bulk-actions.tsx";
import { TrackFilters } from "#app/features/admin/tracks/parts/track-filters.tsx";
import { bulkFormId, TrackTable } from "#app/features/admin/tracks/parts/track-table.tsx";
import type { FlashKey } from "#app/features/site/flash.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { decodeCursor } from "#app/lib/cursor.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { Route } from "./+types/tracks-page";

export const meta: Route.MetaFunction = () => adminMeta("音声");

function readAddress(url: URL) {
  const { page, ...filter } = z.object(trackQuery).parse(Object.fromEntries(url.searchParams));
  const asked = url.searchParams.get("cursor") ?? "";
  return { page, filter, cursor: decodeCursor(asked) ? asked : null };
}

export const loader = adminPageLoader(async ({ context }: AdminArguments<Route.LoaderArgs>) => {
  const { filter, cursor, ...address } = readAddress(context.get(requestContext).url);
  const found = cursor
    ? await listAdminTracks({ filter, cursor })
    : await findListedPage({
        page: address.page,
        find: (page) => listAdminTracks({ filter, page }),
        totalOf: ({ count }) => count,
      });
  return {
    ...found,
    tracks: found.tracks.map(toAdminTrackItem),
    filter,
    posterName: filter.author === null ? null : await findAuthorName(filter.author),
    newestId: await findNewestTrackId(),
    runs: await listBulkRuns(["tracks"]),
  };
});

const bulkActions = {
  "bulk-take-down": "take-down",
  "bulk-restore": "restore",
  "bulk-review": "review",
  "bulk-delete": "delete",
} as const;

export const action = formAction({
  who: "admin",
  schema: trackListForm,
  async run({ context, value, viewer: admin }) {
    const actor = actorOf(admin);
    const current = context.get(requestContext);
    const back = (flash: FlashKey | null) =>
      redirectWithFlash(context, `/admin/tracks${current.url.search}`, flash);
    switch (value.intent) {
      case "bulk-take-down":
      case "bulk-restore":
      case "bulk-review":
      case "bulk-delete": {
        const { filter } = readAddress(current.url);
        const action = bulkActions[value.intent];
        await startBulk({ ...value, actor, action, filter });
        return back(null);
      }
      case "check-all":
        await checkAllFiles({ actor });
        return back(null);
      case "cancel-run":
        await cancelBulkRun({ actor, runId: value.runId });
        return back("admin-bulk-cancelled");
      default:
        return back(await changeTrack(actor, value));
    }
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Tracks({ loaderData }: Route.ComponentProps) {
  const { tracks, count, isMore, page, next, filter, posterName, newestId, runs } = loaderData;
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const isFiltered = Boolean(filter.q || filter.state || filter.author);
  const isWorking = runs.some(({ finishedAt }) => finishedAt === null);
  return (
    <AdminPage
      title="音声"
      actions={
        <ConfirmForm
          values={{ intent: "check-all" }}
          label="ファイルを確認"
          icon="refresh"
          title="すべてのファイルを確認しますか？"
          text="すべての音声のファイルを読み、大きさと内容を記録と比べます。何も変更しません。"
          confirmLabel="確認する"
          failureTitle={syncFailedTitle}
        />
      }
    >
      <AudioTabs />
      <LiveRefresh seconds={isWorking ? 3 : 30} />
      <RefusedElsewhere ids={tracks.map(({ id }) => id)} />
      <BulkRunNotices runs={runs} />
      <TrackFilters filter={filter} posterName={posterName} />
      {tracks.length > 0 && (
        <>
          <BulkForm id={bulkFormId} actions={bulkActionsOf({ count, isMore })} />
          <input type="hidden" form={bulkFormId} name="newestId" value={newestId} />
        </>
      )}
      <TrackTable
        // Anew with each run: its rows are no longer selected.
        key={runs[0]?.id}
        tracks={tracks}
        empty={
          isFiltered ? (
            <EmptyState icon="search" title="条件に合う音声が見つかりません">
              言葉を減らすか、条件をクリアしてください。
            </EmptyState>
          ) : (
            <EmptyState icon="headphones" title="音声ファイルがありません">
              会員が投稿するか、アップロードすると、ここに並びます。
            </EmptyState>
          )
        }
      />
      {page !== null && tracks.length > 0 && (
        <Pager
          page={page}
          total={count}
          maxPage={maxNumberedTracks / tracksPerPage}
          hrefOf={hrefOfPage("/admin/tracks", query)}
        />
      )}
      {isMore && (
        <p className="pt-2 text-sm text-muted">件数は{count.toLocaleString("ja-JP")}件まで数えています。</p>
      )}
      {next && (
        <p className="pt-4">
          <ButtonLink to={nextHref(query, next)} variant="quiet">
            さらに古い音声
          </ButtonLink>
        </p>
      )}
    </AdminPage>
  );
}

function nextHref(query: URLSearchParams, cursor: string): string {
  const next = new URLSearchParams(query);
  next.delete("page");
  next.set("cursor", cursor);
  return `/admin/tracks?${next}`;
}

/** Its row is no longer on the page: somebody else has deleted the track. */
function RefusedElsewhere({ ids }: { ids: number[] }) {
  const refused = useRefusedForm();
  const trackId = submittedValue(refused, "trackId");
  if (!refused || trackId === undefined || ids.includes(Number(trackId))) return null;
  return (
    <Notice tone="error" title="エラー" className="mb-4">
      {firstMessage(refused)}
    </Notice>
  );
}
