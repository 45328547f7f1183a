export const maxAnnouncementLength = 300;
export const maxMaintenanceNoteLength = 200;

/** Where the form 「閉じる」 of an announcement is posted. */
export const dismissPath = "/announcement";

export interface Announcement {
  id: number;
  text: string;
  startsAt: Date;
  /** Null: until an operator ends it. */
  endsAt: Date | null;
}

export interface Maintenance {
  /** When it shall be over; null where nobody knows. */
  until: Date | null;
  /** Why, in the operators' words; may be empty. */
  note: string;
}

declare module "#app/features/site/root-data.ts" {
  interface RootData {
    /** HTML of what the operators say to everybody now (`announcementHtml`); absent when there is nothing. */
    announcement?: string;
  }
}
