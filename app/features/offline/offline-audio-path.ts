/** The screen of the tracks that a device keeps. */
export const offlineAudioPath = "/offline-audio";
