export const maxAnnouncementLength = 300;
export const maxMaintenanceNoteLength = 200;

export const dismissPath = "/announcement";

export interface Announcement {
  id: number;
  text: string;
  startsAt: Date;
  /** Null: until an operator ends it. */
  endsAt: Date | null;
}

export interface Maintenance {
  until: Date | null;
  note: string;
}

declare module "#app/features/site/root-data.ts" {
  interface RootData {
    /** From `announcementHtml`; absent when there is nothing to say. */
    announcement?: string;
  }
}
