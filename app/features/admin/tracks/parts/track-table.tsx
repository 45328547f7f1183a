import type { ReactNode, Ref } from "react";
import { Link } from "react-router";
import { DataTable } from "#app/features/admin/parts/data-table.tsx";
import { useRefusedForm } from "#app/features/admin/parts/refused-form.ts";
import { StatusBadge } from "#app/features/admin/parts/status-badge.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { submittedValue } from "#app/ui/form/form-result.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { AdminTrackItem } from "../admin-track-item.ts";
import { adminAudioPath } from "../admin-tracks.ts";
import { TrackActions } from "./track-actions.tsx";

export const bulkFormId = "bulk-tracks";

interface TrackTableProps {
  tracks: readonly AdminTrackItem[];
  empty: ReactNode;
}

export function TrackTable({ tracks, empty }: TrackTableProps) {
  const refused = useRefusedForm();
  return (
    <DataTable
      caption="音声"
      rows={tracks}
      rowKey={({ id }) => id}
      empty={empty}
      selection={{
        formId: bulkFormId,
        value: ({ id }) => id,
        label: ({ title }) => `「${title}」を選択`,
      }}
      columns={[
        { header: "音声", isTitle: true, cell: (track) => <Title track={track} /> },
        {
          header: "保存先",
          cell: ({ location, exists, defect }) => (
            <span className="flex items-center gap-2">
              <Badge className="whitespace-nowrap">{location}</Badge>
              <Mark isGood={exists && !defect} label={fileLabel(exists, defect)} />
            </span>
          ),
        },
        {
          header: "画像",
          cell: ({ pictureExists }) =>
            pictureExists === null ? (
              <Nothing label="アップロードした画像なし" />
            ) : (
              <Mark isGood={pictureExists} label={pictureExists ? "画像あり" : "画像がありません"} />
            ),
        },
        { header: "サイズ", align: "right", cell: ({ size }) => size },
        { header: "再生", align: "right", cell: ({ counts }) => counts.plays },
        { header: "表示", align: "right", cell: ({ counts }) => counts.impressions },
        { header: "いいね", align: "right", cell: ({ counts }) => counts.likes },
        { key: "bookmarks", header: <Bookmarks />, align: "right", cell: ({ counts }) => counts.bookmarks },
        {
          header: "投稿者",
          cell: ({ author, posterId }) => (
            <Link
              to={`/admin/tracks?${new URLSearchParams({ author: posterId })}`}
              aria-label={`${author}の音声だけを表示`}
              className="inline-flex min-h-11 max-w-32 items-center underline"
            >
              <span className="truncate">{author}</span>
            </Link>
          ),
        },
        {
          header: "投稿日時",
          cell: ({ uploadedAt }) => <span className="tabular-nums">{uploadedAt}</span>,
        },
        {
          header: "操作",
          isActions: true,
          cell: (track) => (
            <details
              // Nobody without a script would see what was refused.
              open={submittedValue(refused, "trackId") === String(track.id) || undefined}
              className="rail:min-w-24 rail:open:w-80"
            >
              <summary
                aria-label={`「${track.title}」の操作`}
                className="flex min-h-11 w-fit list-none items-center gap-2 rounded-full border border-line px-4 font-bold whitespace-nowrap hover:bg-sunken [&::-webkit-details-marker]:hidden"
              >
                <Icon name="settings" />
                操作
              </summary>
              <div className="space-y-3 pt-3">
                <AdminAudio track={track} />
                <TrackActions track={track} />
              </div>
            </details>
          ),
        },
      ]}
    />
  );
}

function fileLabel(exists: boolean, defect: AdminTrackItem["defect"]): string {
  if (!exists) return "ファイルがありません";
  if (defect === "damaged") return "ファイルが記録と違います";
  return defect === "missing" ? "ファイルの一部がありません" : "ファイルあり";
}

function Title({ track }: { track: AdminTrackItem }) {
  const { id, title } = track;
  return (
    <div className="min-w-0 rail:w-44">
      <Link
        to={`/admin/tracks/${id}`}
        className="inline-flex min-h-11 items-center font-bold [overflow-wrap:anywhere] hover:underline"
      >
        {title}
      </Link>
      <div className="flex flex-wrap items-center gap-1.5 font-normal">
        <span className="text-xs text-muted tabular-nums">#{id}</span>
        <TrackState track={track} />
      </div>
    </div>
  );
}

export function TrackState({ track }: { track: AdminTrackItem }) {
  const { isWithheld, isVisible, isPremiumOnly, wait, reviewedAt } = track;
  return (
    <>
      {isWithheld ? (
        <StatusBadge status="bad" icon="lock">
          公開停止中
        </StatusBadge>
      ) : (
        <StatusBadge status={isVisible ? "good" : "off"}>{isVisible ? "公開中" : "非公開"}</StatusBadge>
      )}
      {wait !== null && <StatusBadge status="waiting">確認待ち</StatusBadge>}
      {reviewedAt !== null && <StatusBadge status="good">確認済み</StatusBadge>}
      {isPremiumOnly && <StatusBadge status="premium">プレミアム限定</StatusBadge>}
    </>
  );
}

/** The browser's own player. Begins at `startS` (s). Loads nothing before playback. */
export function AdminAudio({
  track: { id, title },
  startS = 0,
  ref,
}: {
  track: { id: number; title: string };
  startS?: number;
  ref?: Ref<HTMLAudioElement>;
}) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: the track's page carries the script as text
    <audio
      ref={ref}
      controls
      preload="none"
      src={`${adminAudioPath(id)}${startS > 0 ? `#t=${startS}` : ""}`}
      aria-label={`「${title}」を聴く`}
      className="w-full max-w-80"
    />
  );
}

function Mark({ isGood, label }: { isGood: boolean; label: string }) {
  return (
    <span title={label} className={isGood ? "text-voice-b" : "text-danger"}>
      <Icon name={isGood ? "check" : "error"} className="text-base" />
      <span className="sr-only">{label}</span>
    </span>
  );
}

const Bookmarks = () => (
  <>
    ブック
    <br className="max-rail:hidden" />
    マーク
  </>
);

function Nothing({ label }: { label: string }) {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
