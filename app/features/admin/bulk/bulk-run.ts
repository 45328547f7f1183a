import type { bulkActions } from "#db/schema/index.ts";

export type BulkAction = (typeof bulkActions)[number];
export type BulkSubject = "tracks" | "members" | "messages" | "reports" | "announcements";

/** Of a run, whatever it is about. */
export const maxItemsPerRun = 2000;
/** Done within the request; a job does the rest. */
export const itemsAtOnce = 20;

export const bulkActionTable: Record<BulkAction, { subject: BulkSubject; label: string }> = {
  "take-down": { subject: "tracks", label: "公開停止" },
  restore: { subject: "tracks", label: "公開停止の解除" },
  review: { subject: "tracks", label: "確認済みにする操作" },
  delete: { subject: "tracks", label: "削除" },
  "check-files": { subject: "tracks", label: "ファイルの確認" },
  approve: { subject: "members", label: "会員の承認" },
  suspend: { subject: "members", label: "会員の停止" },
  deny: { subject: "members", label: "会員の拒否" },
  "invite-off": { subject: "members", label: "招待権限の取り上げ" },
  "end-sessions": { subject: "members", label: "端末のログアウト" },
  "handle-messages": { subject: "messages", label: "お問い合わせを対応済みにする操作" },
  "close-reports": { subject: "reports", label: "報告を閉じる操作" },
  "take-down-reported": { subject: "reports", label: "報告された音声の公開停止" },
  announce: { subject: "announcements", label: "全員への通知" },
  "send-letters": { subject: "announcements", label: "全員へのメール" },
};

export interface BulkRun {
  id: number;
  action: BulkAction;
  total: number;
  doneCount: number;
  /** Changed, or found defective; the others were so already, have changed since they were seen, or are gone. */
  changedCount: number;
  finishedAt: Date | null;
  isCancelled: boolean;
}
