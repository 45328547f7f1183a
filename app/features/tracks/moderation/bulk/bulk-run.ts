import type { bulkActions } from "#db/schema/index.ts";

/** What is done to many tracks at once. */
export type BulkAction = (typeof bulkActions)[number];

/** Most tracks that one run takes down, restores, reviews or deletes. */
export const maxTracksPerRun = 2000;

export const bulkActionLabels: Record<BulkAction, string> = {
  withhold: "公開停止",
  release: "公開停止の解除",
  review: "確認済みにする操作",
  delete: "削除",
  "check-files": "ファイルの確認",
};

/** Work on many tracks as the console shows it. */
export interface BulkRun {
  id: number;
  action: BulkAction;
  total: number;
  /** How many tracks are done, changed or not. */
  doneCount: number;
  /** How many were changed, or found defective; the others were so already, or had gone. */
  changedCount: number;
  createdAt: Date;
  /** Null while it goes on. */
  finishedAt: Date | null;
  isCancelled: boolean;
}
