import type { AlertKind } from "../alerts/alerts.ts";

export const webhooksPath = "/admin/webhooks";

export const maxWebhooks = 10;
export const maxWebhookUrlLength = 500;

export interface WebhookView {
  id: string;
  /** Host and last characters: the address of a chat is a secret. */
  address: string;
  kinds: readonly AlertKind[];
  /** Formatted; null before the first try. */
  lastAt: string | null;
  /** Null without an answer. */
  lastStatus: number | null;
  /** Null when it was taken. */
  lastError: string | null;
  /** Messages that are tried again. */
  waiting: number;
}

export const webhookMessages = {
  badUrl: "https:// で始まる、公開されたURLを入力してください",
  noKinds: "知らせることを、1つ以上選んでください",
  tooMany: `送り先は${maxWebhooks}件までです`,
  gone: "この送り先は見つかりません",
} as const;
