export interface Period {
  from: Date;
  /** Included. */
  to: Date;
}

/** What a member may be affected by, with the words of the notice. */
export const incidentKinds = {
  "sign-ins": "ログイン（端末の種類、日時）",
  sessions: "ログインした端末（端末の種類、最初と最後に使った日時）",
  texts: "入力した文章、台本、試聴",
  tracks: "投稿した音声",
  corrections: "公開したあとの直し",
  profiles: "名前、メールアドレス、プロフィール、承認とプレミアムの状態",
  playlists: "プレイリスト",
  listening: "再生履歴",
  messages: "お問い合わせ",
  objections: "申し立て、公開停止への異議",
  payments: "お支払いの日と金額",
  "admin-acts": "運営者が見たこと、変えたこと",
  exports: "データの受け取り（保存している情報のすべて）",
} as const;

export type IncidentKind = keyof typeof incidentKinds;

export const isIncidentKind = (text: string): text is IncidentKind => Object.hasOwn(incidentKinds, text);

export const allIncidentKinds = Object.keys(incidentKinds).filter(isIncidentKind);
