import type { CaseEntry } from "#app/features/cases/case-entries.server.ts";
import { listReplyTemplates } from "#app/features/contact/reply-templates.server.ts";
import { fillReplyTemplate } from "#app/features/contact/reply-templates.ts";
import { listEvidence } from "#app/features/objections/evidence.server.ts";
import {
  decidedLabel,
  demandLabel,
  evidenceSize,
  isObjectionOutcome,
  isOfAuthor,
  partyLabel,
  stateLabel,
} from "#app/features/objections/objection.ts";
import {
  countObjections,
  findObjectionCase,
  listObjections,
  objectionState,
  type StoredObjection,
} from "#app/features/objections/objections.server.ts";
import { formatDate, formatDateTime } from "#app/lib/format-date.ts";
import type { TimelineEntry } from "../inquiries/inquiries.ts";
import { clockOf, objectionsPerPage } from "./objections-admin.ts";

export type ObjectionRow = ReturnType<typeof toRow>;
export type LoadedObjection = Awaited<ReturnType<typeof loadObjectionCase>>;
export type ObjectionCaseView = LoadedObjection["objection"];

export async function loadObjections({ isOpen, page }: { isOpen: boolean; page: number }) {
  const limit = objectionsPerPage;
  const [rows, open, closed] = await Promise.all([
    listObjections({ isOpen, offset: (page - 1) * limit, limit }),
    countObjections(true),
    countObjections(false),
  ]);
  return { rows: rows.map((row) => toRow(row, new Date())), open, closed };
}

/** `template`: fills the reply. `mayAnswer`: whether the operator's role shows the address and the evidence. Throws `NotFound`. */
export async function loadObjectionCase(options: {
  id: number;
  template: string | null;
  mayAnswer: boolean;
}) {
  const { id, template, mayAnswer } = options;
  const [{ objection, entries, track, playlist, member }, templates, files] = await Promise.all([
    findObjectionCase(id),
    listReplyTemplates(),
    mayAnswer ? listEvidence(id) : null,
  ]);
  const { name, email, receipt, explanation, version, dueAt, erasedAt, appealedAt, appealOutcome } =
    objection;
  const chosen = templates.find((one) => String(one.id) === template);
  const subject = `申し立て ${receipt}`;
  return {
    objection: {
      ...toRow(objection, new Date()),
      ...{ version, explanation, name, member },
      email: mayAnswer ? email : null,
      files:
        files?.map((file) => ({ id: file.id, label: `${file.name}（${evidenceSize(file.bytes)}）` })) ?? null,
      due: formatDate(dueAt),
      isErased: erasedAt !== null,
      /** The author opened it, and all words go to them. */
      isOfAuthor: isOfAuthor(objection),
      /** The author waits for a decision. */
      isAppealed: appealedAt !== null && appealOutcome === null,
      track: track && { ...track, isTakenDown: track.takenDownAt !== null },
      playlist: playlist && { ...playlist, isTakenDown: playlist.takenDownAt !== null },
      timeline: entries.map((entry, place) => toTimelineEntry(entry, entries.slice(0, place))),
    },
    templates: templates.map(({ id: templateId, title }) => ({ id: templateId, title })),
    draft: chosen ? { templateId: chosen.id, text: fillReplyTemplate(chosen.text, { name, subject }) } : null,
  };
}

function toRow(objection: StoredObjection, now: Date) {
  const { id, receipt, party, demand, target, createdAt, dueAt } = objection;
  const state = objectionState(objection);
  return {
    ...{ id, receipt, state },
    party: partyLabel(party),
    demand: demandLabel({ party, demand }),
    target: target || "（消去しました）",
    receivedAt: formatDateTime(createdAt),
    stateLabel: stateLabel(state),
    clock: state === "open" ? clockOf(dueAt, now) : null,
  };
}

function toTimelineEntry(
  { id, kind, author, text, outcome, createdAt }: CaseEntry,
  earlier: readonly CaseEntry[],
): TimelineEntry {
  const outcomes = earlier.map((entry) => entry.outcome);
  const decided = isObjectionOutcome(outcome) ? decidedLabel(outcome, outcomes) : "";
  const labels = {
    reply: "返信を送りました",
    note: "メモ",
    reopen: "もう一度、確認中にしました",
    message: "申立人からのメッセージ",
    handle: decided,
    appeal: "投稿した会員の異議",
    "appeal-reply": "投稿した会員へのお返事",
  };
  return { id, kind, author, text, at: formatDateTime(createdAt), label: labels[kind] };
}
