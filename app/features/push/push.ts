/** A push message to a browser's service worker, as JSON. */
export interface PushMessage {
  title: string;
  body: string;
  /** Path of the page that it opens. */
  url: string;
  /** A message replaces the one with the same tag. */
  tag: string;
  /** Unread notifications of the member, for the app icon. */
  badge: number;
  /** Alerts again even when it replaces a message. */
  isTest: boolean;
}

/** Type of the message by which the service worker asks an open page to navigate to a clicked notification. */
export const notificationClickMessage = "follow-notification";

export const testGroupKey = "test";
