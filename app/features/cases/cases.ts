import type { caseEntryKinds } from "#db/schema/index.ts";

export type CaseEntryKind = (typeof caseEntryKinds)[number];

export const maxReplyLength = 4000;
export const maxNoteLength = 1000;
