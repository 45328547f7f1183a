/** What one can write about (spec 2 §5, "Contact"). */
export const contactSubjects = [
  "プレミアム機能について",
  "技術的な問題",
  "料金・支払いについて",
  "解約について",
  "アカウントについて",
  "その他",
] as const;

export type ContactSubject = (typeof contactSubjects)[number];

export function isContactSubject(text: string | null): text is ContactSubject {
  return contactSubjects.some((subject) => subject === text);
}

/** Most characters of what is typed. */
export const longestContact = { name: 50, email: 254, message: 4000 };

/** The fields of the form, in their order. */
export const contactFields = ["name", "email", "subject", "message"] as const;

/** A field that people neither see nor hear. Whatever fills it is no person. */
export const trapField = "website";

export const contactPath = "/contact";

export const contactMessages = {
  /** Spec 2 §8. */
  failed: "送信に失敗しました。もう一度お試しください。",
  sent: "お問い合わせを受け付けました",
} as const;
