export interface FlashText {
  title: string;
  description?: string;
  /** Beside the title, for what is final. */
  seal?: string;
}

/**
 * Messages after a form post. Fixed texts by key, so that nothing from outside is shown. Null: the page has its own message.
 */
const flashTexts = {
  "profile-saved": { title: "プロフィールを更新しました", description: "変更が保存されました" },
  "picture-changed": { title: "プロフィール画像を更新しました" },
  "script-updated": { title: "台本を更新しました" },
  "script-edits-replaced": {
    title: "ほかの画面の変更と置きかえました",
    description: "「台本を直す」の「元に戻す」で、置きかえる前の台本に戻れます。",
  },
  "track-published": { title: "音声を投稿しました！", seal: "投稿" },
  "track-awaits-review": {
    title: "確認のあとで公開します",
    description: "公開の前に、運営が内容を確認しています。公開したら通知でお知らせします。",
  },
  "track-edited": { title: "音声の情報を保存しました" },
  "recipient-set": { title: "宛名を変えました" },
  "receipt-emails-on": { title: "領収書をメールでお送りします" },
  "receipt-emails-off": { title: "領収書のメールを止めました" },
  "second-factor-off": { title: "二段階認証をオフにしました" },
  "passkey-added": { title: "パスキーを追加しました" },
  "passkey-removed": {
    title: "パスキーを消しました",
    description: "端末に残ったパスキーは、端末の設定で消してください。",
  },
  "password-sign-in-refused": {
    title: "パスワードでのログインを止めました",
    description: "ご自身のほかの端末は、ログアウトしました。",
  },
  "password-sign-in-allowed": { title: "パスワードでログインできるようにしました" },
  "weekly-email-stopped": { title: "週に一度のメールを止めました" },
  "track-planned": { title: "公開の日時を決めました", description: "その時刻に、自動で公開します。" },
  "plan-withdrawn": { title: "公開の予定を取り消しました", description: "音声は下書きに1日残ります。" },
  "episode-withdrawn": {
    title: "公開の予定を取り消し、連続番組を一時停止しました",
    description: "音声は下書きに残ります。続けるときは、連続番組のページで再開してください。",
  },
  "draft-deleted": { title: "下書きを消しました" },
  "track-shown": { title: "音声を公開しました" },
  "track-hidden": { title: "音声を非公開にしました" },
  "track-deleted": { title: "音声を削除しました" },
  "feed-verification-saved": {
    title: "確認コードを保存しました",
    description: "5分ほどでフィードに反映されます。",
  },
  "playlist-created": { title: "プレイリストを作成しました" },
  "playlist-saved": { title: "プレイリストを更新しました" },
  "playlist-deleted": { title: "プレイリストを削除しました" },
  "reading-saved": { title: "読み辞書に登録しました", description: "次に作る音声から、この読みで話します。" },
  "site-reading-saved": {
    title: "サイトの読み辞書に登録しました",
    description: "次に作られる音声から、すべての会員の音声で使われます。",
  },
  "reading-set": { title: "この場所の読みを変えました" },
  "reading-deleted": { title: "読み辞書から削除しました" },
  "readings-imported": { title: "読み辞書に取り込みました" },
  "history-entry-removed": { title: "再生履歴から削除しました" },
  "member-blocked": { title: "ブロックしました" },
  "member-unblocked": { title: "ブロックを解除しました" },
  "history-cleared": { title: "再生履歴をすべて削除しました" },
  "notifications-read": { title: "すべて既読にしました" },
  "invitation-message-saved": { title: "ひとことを保存しました" },
  "invitations-created": { title: "招待リンクを作りました" },
  "invitation-revoked": { title: "招待リンクを無効にしました" },
  "announcement-made": { title: "お知らせを出しました" },
  "announcement-ended": { title: "お知らせを終わらせました" },
  "announcement-notified": { title: "通知を出しはじめました" },
  "letters-started": { title: "メールを送りはじめました" },
  "announcement-run-cancelled": { title: "止めました" },
  "email-text-saved": { title: "メールの文面を保存しました" },
  "email-text-restored": { title: "メールの文面を元に戻しました" },
  "digest-on": { title: "新しい通知を、夜にまとめてお送りします" },
  "digest-off": { title: "通知のまとめのメールを止めました" },
  "news-on": { title: "お知らせのメールをお送りします" },
  "news-off": { title: "お知らせのメールを止めました" },
  "maintenance-started": { title: "メンテナンス中にしました" },
  "maintenance-ended": { title: "メンテナンスを終えました" },
  "reply-template-saved": { title: "ひな形を保存しました" },
  "word-list-saved": { title: "止める言葉を保存しました" },
  "word-list-restored": { title: "止める言葉を前の版に戻しました" },
  "reply-template-deleted": { title: "ひな形を削除しました" },
  "alerts-saved": { title: "通知の受け取りを保存しました" },
  "alerts-tested": { title: "テストを送りました", description: "まもなく届きます。" },
  "webhook-tested": {
    title: "テストを送りました",
    description: "結果は、このページを開き直すと見られます。",
  },
  "webhook-deleted": { title: "送り先を削除しました" },
  "alert-device-removed": { title: "その端末への通知を止めました" },
  "refund-done": { title: "返金しました", description: "結果は、返金の一覧と操作記録にあります。" },
  "refund-waiting": {
    title: "返金を受け付けました",
    description: "Stripeにつながらないため、つながりしだい一度だけ返金します。",
  },
  "operator-role": { title: "役割を変えました" },
  "operator-sessions-ended": { title: "ログアウトさせました" },
  "operator-disabled": { title: "利用を停止しました", description: "すべての端末からログアウトしました。" },
  "order-changed": { title: "順序を更新しました" },
  "playlist-followed": { title: "プレイリストをフォローしました" },
  "playlist-unfollowed": { title: "フォローを解除しました" },
  "playlist-item-removed": { title: "プレイリストから外しました" },
  "followed-tracks-on": { title: "フォロー中の新着をプッシュ通知します" },
  "followed-tracks-off": { title: "フォロー中の新着のプッシュ通知を止めました" },
  "playlist-item-restored": { title: "元の位置に戻しました" },
  "sign-in-move-started": {
    title: "移し替えを始めました",
    description: "両方のメールアドレスにお知らせしました。7日たつと移ります。",
  },
  "sign-in-move-cancelled": {
    title: "移し替えを取りやめました",
    description: "両方のメールアドレスにお知らせします。",
  },
  "sign-in-move-stopped": {
    title: "ログインの移し替えを取りやめました",
    description: "これまでのログインを、そのまま使えます。",
  },
  "session-ended": { title: "端末をログアウトしました" },
  "logged-out": { title: "ログアウトしました" },
  "sessions-ended": { title: "すべての端末からログアウトしました" },
  "clip-deleted": { title: "一節を消しました" },
  "objection-message-sent": { title: "メッセージを送りました", description: "運営が確認します。" },
  "appeal-sent": {
    title: "異議を受け付けました",
    description: "運営が確かめなおし、7日以内にお知らせします。",
  },
  "objection-answered": { title: "返信を送りました" },
  "objection-closed": { title: "結果を送り、申し立てを閉じました" },
  "objection-reopened": { title: "もう一度、確認中にしました" },
  "objection-noted": { title: "メモを保存しました" },
  reported: {
    title: "報告を受け付けました",
    description: "ありがとうございます。内容を確認します。",
  },
  "review-filter-saved": { title: "条件を保存しました" },
  "review-filter-removed": { title: "保存した条件を削除しました" },
  "push-stopped": { title: "この端末への通知を止めました" },
  "speed-trial-started": {
    title: "2.0倍速のおためしを始めました",
    description: "24時間、再生速度で2倍をお選びいただけます。",
  },
  "background-play-on": { title: "バックグラウンド再生をオンにしました" },
  "background-play-off": { title: "バックグラウンド再生をオフにしました" },
  "premium-paused": { title: "一時停止完了" },
  "premium-canceled": {
    title: "キャンセル完了",
    description: "プレミアム会員をキャンセルしました。現在の期間終了まで引き続きご利用いただけます。",
  },
  "premium-pause-withdrawn": {
    title: "一時停止を取り消しました",
    description: "プレミアムを引き続きご利用いただけます。",
  },
  "premium-ended": {
    title: "キャンセル完了",
    description: "プレミアム会員をキャンセルしました。このあとのお支払いはありません。",
  },
  "premium-resumed": { title: "プレミアムを再開しました" },
  "premium-reactivated": {
    title: "解約を取り消しました",
    description: "プレミアムを引き続きご利用いただけます。",
  },
  "admin-track-taken-down": { title: "音声の公開を停止しました" },
  "mix-feed-revoked": { title: "フィードのアドレスを取り消しました" },
  "admin-track-featured": { title: "今夜の一本にしました" },
  "admin-track-unfeatured": { title: "今夜の一本を取り消しました" },
  "admin-track-edited": { title: "公式の音声の情報を保存しました" },
  "admin-track-reviewed": { title: "音声を確認済みにしました" },
  "admin-track-restored": { title: "音声の公開停止を解除しました" },
  "admin-track-deleted": { title: "削除完了", description: "音声が削除されました" },
  "admin-premium-only-on": { title: "プレミアム限定にしました" },
  "admin-premium-only-off": { title: "プレミアム限定を解除しました" },
  "admin-files-checked": { title: "ファイルを確認しました", description: "記録と同じで、問題はありません。" },
  "admin-files-defective": {
    title: "ファイルに問題があります",
    description: "ファイルがないか、記録と違っています。バックアップから戻してください。",
  },
  "admin-bulk-cancelled": { title: "一括操作を中止しました" },
  "admin-password-changed": {
    title: "パスワードを変えました",
    description: "ご自身のほかの端末は、ログアウトしました。",
  },
  "admin-sessions-ended": { title: "ほかの端末をログアウトしました" },
  "task-retried": { title: "もう一度始めました", description: "会員の1日の回数は使いません。" },
  "tasks-retried": {
    title: "失敗した生成をもう一度始めました",
    description: "会員が取りやめたものや作り直したものは、そのままです。",
  },
  "emails-retried": { title: "メールをもう一度送ります" },
  "themes-extracted": {
    title: "テーマを抽出しました",
    description: "内容を読んで、採用するものを選んでください。",
  },
  "theme-approved": { title: "採用しました" },
  "theme-rejected": {
    title: "一覧から外しました",
    description: "同じ動画からもう一度抽出すると、審査中として戻せます。",
  },
  "generation-started": { title: "音声の生成をはじめました" },
  "task-cancelled": { title: "タスクを中止しました" },
  "tasks-cleared": { title: "失敗した生成を消しました" },
  "message-replied": { title: "お返事を送りました" },
  "inquiry-handled": { title: "対応済みにしました" },
  "inquiry-reopened": { title: "未対応に戻しました" },
  "inquiries-partly-handled": {
    title: "一部を対応済みにしました",
    description: "ほかの画面で先に変わっていたものは、そのまま残しました。",
  },
  "profile-part-reset": { title: "プロフィールから取り消しました" },
  "playlist-taken-down": { title: "プレイリストの公開を停止しました" },
  "playlist-restored": { title: "プレイリストの公開停止を解除しました" },
  "playlist-words-reset": { title: "プレイリストの名前と説明を取り消しました" },
  "note-added": { title: "メモを保存しました" },
  "note-removed": { title: "メモを削除しました" },
  "report-taken-down": { title: "公開停止にして、報告を閉じました" },
  "emails-dropped": { title: "メールを破棄しました" },
  "emails-partly-changed": {
    title: "一部のメールは、先に再送または破棄されていました",
  },
  "member-premium": { title: "成功", description: "プレミアム会員ステータスを更新しました" },
  "member-canceled": {
    title: "解約の手続きをしました",
    description: "お支払い済みの期間が終わると、無料になります。",
  },
  "member-synced": { title: "Stripeと同期しました" },
  "member-invite": { title: "招待権限を更新しました" },
  "member-approved": { title: "承認しました", description: "ご本人にメールでお知らせします。" },
  "member-denied": { title: "拒否しました", description: "すべての端末でログアウトしました。" },
  "member-suspended": {
    title: "停止しました",
    description: "すべての端末でログアウトし、ご本人に理由をメールでお知らせします。",
  },
  "member-restored": {
    title: "停止を解除しました",
    description: "元のとおりに戻り、ご本人にメールでお知らせします。",
  },
  "member-deleted": { title: "会員を削除しました" },
  "member-sessions-ended": { title: "ログアウトさせました" },
  "branch-revoked": { title: "系列を拒否しました" },
  "branch-restored": { title: "系列を承認し直しました" },
  "account-deleted": null,
} as const satisfies Record<string, FlashText | null>;

export type FlashKey = keyof typeof flashTexts;

export function isFlashKey(text: string | null): text is FlashKey {
  return text !== null && Object.hasOwn(flashTexts, text);
}

/** Null where the shell shows none. The table stays on the server. */
export function flashText(key: FlashKey | null): FlashText | null {
  return key ? flashTexts[key] : null;
}
