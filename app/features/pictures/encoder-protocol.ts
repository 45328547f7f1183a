/** How the encoder's process ends when its form can't be read, or has no usable picture or one that is too large. */
export const exitCodes = { unusable: 3, tooLarge: 4, unreadable: 5 } as const;
