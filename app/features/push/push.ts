export interface PushMessage {
  title: string;
  body: string;
  url: string;
  /** A message replaces the one with the same tag. */
  tag: string;
  badge: number;
  /** Alerts again even when it replaces a message. */
  isTest: boolean;
}

export const notificationClickMessage = "follow-notification";

export const testGroupKey = "test";
