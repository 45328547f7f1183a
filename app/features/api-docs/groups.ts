/** The groups of the document, in their order: their names, and the beginnings of the paths that belong there. */
export const groups: readonly { name: string; description: string; paths: readonly string[] }[] = [
  {
    name: "音声",
    description: "公開された音声の一覧、再生、カテゴリです。",
    paths: ["tracks", "my-tracks", "stream", "categories"],
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
    description: "台本を書き、音声をつくり、公開します。",
    paths: [
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
    name: "アカウント",
    description: "ログイン、プロフィール、端末、データの書き出しです。",
    paths: ["auth", "upload", "session", "access-control", "trial"],
  },
  {
    name: "通知",
    description: "届いた通知と、未読の数です。",
    paths: ["notifications"],
  },
  { name: "オフライン保存", description: "端末に保存する音声です。", paths: ["offline"] },
  { name: "招待", description: "自分の招待コードです。", paths: ["invitations"] },
  { name: "サポート", description: "お問い合わせと、質問への答えです。", paths: ["contact", "ai-chat"] },
  { name: "この文書", description: "APIの文書です。", paths: ["docs", "openapi.json"] },
];

/** The group of a call, by the beginning of its path below `/api`; its first part itself where it is in none. */
export function groupOf(pattern: string): string {
  const [, , first = "", second = ""] = pattern.split("/");
  const named = (beginning: string) => groups.find(({ paths }) => paths.includes(beginning))?.name;
  return named(`${first}/${second}`) ?? named(first) ?? first;
}
