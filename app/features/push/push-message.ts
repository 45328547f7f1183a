/** What the server tells a browser's service worker, as JSON. */
export interface PushMessage {
  title: string;
  body: string;
  /** Path of the page that it leads to. */
  url: string;
  /** Of messages with the same one the last is shown. */
  tag: string;
  /** Notifications that the member has not read, for the app's icon. */
  badge: number;
  /** Asked for to be noticed: it makes itself heard again where one stands already. */
  isTest: boolean;
}
