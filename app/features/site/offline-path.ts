/** Page stored by the service worker, which opens the app without a network. */
export const offlinePath = "/offline";
