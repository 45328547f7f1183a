/** What the audit log records, with the label of its entries. `*.view`: a look at private data, which changes nothing. */
export const auditActions = {
  "admin.sign-in": "管理画面へのログイン",
  "admin.sign-in-failed": "管理画面へのログインの失敗",
  "admin.password-refused": "管理画面でのパスワードの誤り",
  "admin.sign-out": "管理画面からのログアウト",
  "admin.sessions-end": "管理画面のログインの終了",
  "admin.password-change": "管理者のパスワードの変更",
  "invitation.create": "招待リンクの発行",
  "user.approve": "会員の承認",
  "user.deny": "会員の拒否",
  "user.suspend": "会員の停止",
  "user.restore": "会員の停止の解除",
  "user.premium-grant": "プレミアムの付与",
  "user.premium-revoke": "付与したプレミアムの短縮・取り消し",
  "user.premium-cancel": "プレミアムの解約",
  "user.premium-cancel-request": "プレミアムの解約の依頼（結果は未確認）",
  "user.premium-cancel-failed": "プレミアムの解約の失敗",
  "user.premium-sync": "Stripeとの同期",
  "user.invite-permission": "招待権限の付与",
  "user.invite-revoke": "招待権限の取り上げ",
  "user.feed-verification": "フィードの確認コードの変更",
  "user.sessions-end": "会員の端末のログアウト",
  "user.delete": "会員の削除",
  "user.branch-revoke": "招待の系列の拒否",
  "user.branch-restore": "招待の系列の再承認",
  "user.history-view": "再生履歴の閲覧",
  "user.sessions-view": "ログイン中の端末の閲覧",
  "user.list-view": "会員一覧の閲覧",
  "track.withhold": "音声の公開停止",
  "track.release": "音声の公開停止の解除",
  "track.hidden-view": "非公開の音声の閲覧",
  "track.review": "音声を確認済みにする",
  "track.visibility": "音声の公開状態の変更",
  "track.delete": "音声の削除",
  "track.bulk": "音声の一括操作の開始",
  "track.bulk-cancel": "音声の一括操作の中止",
  "track.upload": "音声のアップロード",
  "upload.cancel": "アップロードの中止",
  "upload.forget": "アップロードを一覧から外す",
  "track.premium-only": "プレミアム限定の切り替え",
  "message.reply": "お問い合わせへの返信",
  "message.reopen": "お問い合わせの再開",
  "message.note": "お問い合わせへのメモ",
  "report.reopen": "報告の再開",
  "report.note": "報告へのメモ",
  "email.retry": "届かなかったメールの再送",
  "email.drop": "届かなかったメールの破棄",
  "task.retry": "生成の再試行",
  "message.handle": "お問い合わせを対応済みにする",
  "message.read-view": "お問い合わせの閲覧",
  "report.read-view": "報告の閲覧",
  "report.handle": "報告を対応済みにする",
  "theme.extract": "テーマの抽出",
  "theme.status": "テーマの採用・不採用",
  "theme.delete": "テーマの削除",
  "task.start": "音声生成の開始",
  "task.cancel": "音声生成の中止",
  "task.publish": "生成された音声の公開",
  "task.clear-failed": "失敗した音声生成の削除",
  "task.clear-invalid": "無効な音声生成の削除",
  "reading.save": "読み辞書の登録・変更",
  "reading.delete": "読み辞書からの削除",
  "reading.import": "読み辞書への取り込み",
} as const satisfies Record<string, string>;

export type AuditAction = keyof typeof auditActions;

/**
 * The actions before which the admin types the password again: every deletion of what is kept, and every loss of what a
 * member has: access, premium, the right to invite, sessions. `requirePassword` and `recordAudit` refuse them without it.
 */
export const passwordActions: ReadonlySet<AuditAction> = new Set<AuditAction>([
  "user.deny",
  "user.suspend",
  "user.delete",
  "user.branch-revoke",
  "user.sessions-end",
  "user.premium-revoke",
  "user.premium-cancel",
  "user.premium-cancel-request",
  "user.premium-cancel-failed",
  "user.invite-revoke",
  "track.delete",
  "theme.delete",
  "task.clear-failed",
  "task.clear-invalid",
  "email.drop",
  "reading.delete",
]);

export const auditTargetTypes = [
  "user",
  "track",
  "theme",
  "task",
  "report",
  "message",
  "session",
  "network",
  "settings",
  "email",
  "subscription",
  "invitation",
  "job",
  "reading",
] as const;

export type AuditTargetType = (typeof auditTargetTypes)[number];

/** The label of an entry; the action itself where a later version wrote it. */
export function auditActionLabel(action: string): string {
  return Object.entries(auditActions).find(([key]) => key === action)?.[1] ?? action;
}
