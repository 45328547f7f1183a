import type { notificationTypes } from "#db/schema/index.ts";

/**
 * Notifications that are shown as one (spec 2 §4): the newest of them, and how many there are. Whoever is named is an
 * approved member, and the playlist a public one.
 */
export interface Bundle {
  /** Of the newest notification. */
  id: number;
  /** The bundle's own name, among those of one member. */
  bundle: string;
  type: (typeof notificationTypes)[number];
  /** None of them is unread. */
  isRead: boolean;
  /** When the newest came. */
  createdAt: Date;
  /** Who did it last; null for what nobody did. */
  actorUserId: string | null;
  actorName: string | null;
  /** URL, uploaded path or an emoji; null for none. */
  actorPicture: string | null;
  actorCustomUserId: string | null;
  trackId: number | null;
  trackTitle: string | null;
  /** Null too when it is private by now. */
  playlistId: number | null;
  playlistName: string | null;
  bundleCount: number;
  unreadCount: number;
}
