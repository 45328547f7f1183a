/** The page that the service worker keeps, to open the app with while there is no network. */
export const offlinePath = "/offline";
