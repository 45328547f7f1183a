import { Link } from "react-router";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { type Upload, uploadStateLabel } from "#app/features/tracks/upload/upload.ts";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { formatBytes } from "../overview/units.ts";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { type Status, StatusBadge } from "../parts/status-badge.tsx";

type ListedUpload = Pick<
  Upload,
  | "id"
  | "state"
  | "stage"
  | "progress"
  | "title"
  | "fileName"
  | "bytes"
  | "trackId"
  | "error"
  | "isVisible"
  | "isPremiumOnly"
> & { started: string };

const statuses = {
  receiving: "active",
  queued: "waiting",
  processing: "active",
  completed: "good",
  failed: "bad",
  cancelled: "off",
} as const satisfies Record<Upload["state"], Status>;

interface UploadListProps {
  uploads: readonly ListedUpload[];
  current: string | null;
}

export function UploadList({ uploads, current }: UploadListProps) {
  return (
    <section aria-labelledby="uploads-heading" className="min-w-0">
      <h2 id="uploads-heading" className="pb-3 text-base">
        最近のアップロード
      </h2>
      {uploads.length === 0 ? (
        <EmptyState title="まだありません" />
      ) : (
        <ul className="space-y-3" aria-live="polite">
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} isCurrent={upload.id === current} />
          ))}
        </ul>
      )}
    </section>
  );
}

function UploadRow({ upload, isCurrent }: { upload: ListedUpload; isCurrent: boolean }) {
  const { id, title, fileName, bytes, started, error, trackId, progress } = upload;
  const name = title || fileName || "（受信中）";
  const isUnderWay = isOpen(upload);
  return (
    <Card as="li" className={isCurrent ? "border-accent" : ""}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 font-bold">{name}</p>
        <StatusBadge status={statuses[upload.state]}>{uploadStateLabel(upload)}</StatusBadge>
      </div>
      <p className="pt-1 text-xs text-muted">
        {[
          started,
          fileName,
          bytes > 0 && formatBytes(bytes),
          !upload.isVisible && "非公開",
          upload.isPremiumOnly && "プレミアム限定",
        ]
          .filter(Boolean)
          .join("・")}
      </p>
      {upload.state === "processing" && (
        <ProgressBar value={progress} label={`${name}の変換の進み具合`} className="mt-3" />
      )}
      {error && <p className="pt-2 text-sm text-danger">{error}</p>}
      <div className="flex flex-wrap gap-2 pt-2 empty:hidden">
        {trackId !== null && upload.state === "completed" && (
          <Link
            to={`/admin/tracks/${trackId}`}
            className="inline-flex min-h-11 items-center text-sm text-accent underline"
          >
            音声のページを開く
          </Link>
        )}
        {isUnderWay && (
          <ConfirmForm
            values={{ intent: "cancel", upload: id }}
            title="このアップロードを中止しますか？"
            text="送られたファイルは消えます。"
            confirmLabel="中止する"
            isDestructive
            label="中止"
            ariaLabel={`${name}のアップロードを中止`}
          />
        )}
        {!isUnderWay && upload.state !== "completed" && (
          <ConfirmForm
            values={{ intent: "forget", upload: id }}
            title="一覧から消しますか？"
            confirmLabel="消す"
            label="一覧から消す"
            ariaLabel={`${name}を一覧から消す`}
          />
        )}
      </div>
    </Card>
  );
}
