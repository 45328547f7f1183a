/** Stored by the service worker; opens the app without a network. */
export const offlinePath = "/offline";
