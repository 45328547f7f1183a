export interface PushMessage {
  title: string;
  body: string;
  url: string;
  /** A message replaces the one with the same tag. */
  tag: string;
  /** Of the app's icon; absent to leave it. */
  badge?: number;
  /** Alerts again even when it replaces a message. */
  isTest: boolean;
}

/** Whose browsers: a member's, or an operator's for the console. */
export type PushRecipient = { userId: string } | { operatorId: string };

export const notificationClickMessage = "follow-notification";

export const testGroupKey = "test";
