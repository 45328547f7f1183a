/** The page that stops emails to all members, for who comes from one of them. */
export const newsPath = (token: string): string => `/unsubscribe/${token}`;
