export const contactSubjects = [
  "プレミアム機能について",
  "技術的な問題",
  "料金・支払いについて",
  "解約について",
  "アカウントについて",
  "その他",
] as const;

type ContactSubject = (typeof contactSubjects)[number];

export function isContactSubject(text: string | null): text is ContactSubject {
  return contactSubjects.some((subject) => subject === text);
}

export const maxContactLengths = { name: 50, email: 254, message: 4000 };

/** Hidden from people: only bots fill it in, and their messages are dropped. */
export const honeypotField = "website";

export const contactPath = "/contact";

export const contactMessages = {
  failed: "送信に失敗しました。もう一度お試しください。",
  sent: "お問い合わせを受け付けました",
} as const;

/** A reopened message is open. */
export type MessageState = "open" | "answered" | "handled";

export const messageStateLabels: Record<MessageState, string> = {
  open: "未対応",
  answered: "返信済み",
  handled: "対応済み",
};

export const messageState = (message: {
  handledAt: Date | null;
  outcome: "answered" | "handled" | null;
}): MessageState => (message.handledAt ? (message.outcome ?? "handled") : "open");
