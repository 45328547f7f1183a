/** How the encoder's process ends when its file is no usable picture. */
export const exitCodes = { unusable: 3 } as const;
