/** A time as RSS writes it (RFC 2822 §3.3): `Sat, 21 Nov 2026 09:05:00 +0000`. */
export const rssDate = (time: Date): string => time.toUTCString().replace(/GMT$/, "+0000");
