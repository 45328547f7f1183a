/** The type of the message by which the service worker asks an open page to go where a notification leads. */
export const followMessage = "follow-notification";
