/**
 * Frames of every spoken notice, whatever the voice. A second of 24 kHz and of 48 kHz has whole frames alike (MPEG 2: 576 samples,
 * MPEG 1: 1152), so each quality of a track is shifted by the same time. Feeds and published manifests rely on it.
 */
export const noticeFrames = 167;

/** Exactly, at 24 kHz and 48 kHz. */
export const noticeMs = (noticeFrames * 1000 * 1152) / 48_000;

/** Of a file with that many kbit/s, mono or stereo. */
export const noticeFileBytes = (kbps: number): number => (noticeMs * kbps) / 8;
