export const exitCodes = { unusable: 3, tooLarge: 4, unreadable: 5 } as const;
