/** In the document's order. `paths`: the first segments below `/api`. */
export const tags: readonly { name: string; description: string; paths: readonly string[] }[] = [
  {
    name: "音声",
    description: "公開された音声の一覧、再生、カテゴリーです。",
    paths: ["tracks", "today", "my-tracks", "stream", "categories"],
  },
  {
    name: "いいね・履歴",
    description: "いいね、お気に入り、聴いた履歴です。",
    paths: ["likes", "user", "listening-history"],
  },
  { name: "プレイリスト", description: "プレイリストと、その中の音声です。", paths: ["playlists", "og"] },
  {
    name: "会員",
    description: "公開プロフィールとフォローです。",
    paths: ["users", "user/profile", "follows"],
  },
  {
    name: "作成",
    description: "台本を書き、音声を作り、公開します。",
    paths: [
      "voices",
      "posting-status",
      "generate-script",
      "regenerate-script",
      "generate-audio-preview",
      "v2",
      "audio-tasks",
      "publish-track",
      "cleanup-preview",
    ],
  },
  {
    name: "読み辞書",
    description: "会員が登録した、言葉の読みとアクセントです。",
    paths: ["readings"],
  },
  {
    name: "プレミアム",
    description: "お申し込み、お支払いの確認、一時停止と解約です。",
    paths: ["create-payment-intent", "user/upgrade-premium", "premium"],
  },
  {
    name: "アカウント",
    description: "ログイン、プロフィール、端末、データの書き出しです。",
    paths: ["auth", "upload", "session", "access-control", "trial", "debug"],
  },
  {
    name: "通知",
    description: "届いた通知、未読の数、プッシュ通知です。",
    paths: ["notifications", "push"],
  },
  { name: "オフライン保存", description: "端末に保存する音声です。", paths: ["offline"] },
  { name: "招待", description: "自分の招待コードです。", paths: ["invitations"] },
  { name: "サポート", description: "お問い合わせと、質問への答えです。", paths: ["contact", "ai-chat"] },
  {
    name: "管理",
    description: "管理画面の操作です。管理画面へのログインが要ります。",
    paths: ["admin", "generate-content"],
  },
  { name: "この文書", description: "APIの文書です。", paths: ["docs", "openapi.json"] },
];

/** The first segment itself where no tag has it. */
export function tagOf(pattern: string): string {
  const [, , first = "", second = ""] = pattern.split("/");
  const findTag = (beginning: string) => tags.find(({ paths }) => paths.includes(beginning))?.name;
  return findTag(`${first}/${second}`) ?? findTag(first) ?? first;
}
