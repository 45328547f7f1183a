/** Exit codes of the encoder's process: no usable picture, a picture that is too large, a form that can't be read. */
export const exitCodes = { unusable: 3, tooLarge: 4, unreadable: 5 } as const;
