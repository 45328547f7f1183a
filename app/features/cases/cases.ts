import type { caseEntryKinds } from "#db/schema/index.ts";

/** What happened in a case: a reply by email, an internal note, its closing, its reopening. */
export type CaseEntryKind = (typeof caseEntryKinds)[number];

export const maxReplyLength = 4000;
/** Max characters of an internal note, and of a reason. */
export const maxNoteLength = 1000;
