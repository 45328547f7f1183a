import type { ObjectionState } from "#app/features/objections/objection.ts";
import { dayMs } from "#app/lib/time-units.ts";
import type { TimelineEntry } from "../inquiries/inquiries.ts";

export const adminObjectionsPath = "/admin/objections";
export const adminObjectionPath = (id: number) => `${adminObjectionsPath}/${id}`;

export const evidencePath = (objectionId: number, fileId: number) =>
  `/api${adminObjectionPath(objectionId)}/files/${fileId}`;

export const objectionsPerPage = 20;

/** What an operator does with the text that the objector gets. */
export const decisionLabels = {
  answer: "返信する（確認を続ける）",
  "take-down": "公開を止めて、終える",
  restore: "公開停止を解いて、終える",
  rejected: "応じずに、終える",
  settled: "ほかの方法で対応して、終える",
} as const;

type Act = keyof typeof decisionLabels;

/** What an operator may do now: what is down already either stays so or is restored. */
export function actsOf(o: { isOurs: boolean; isDown: boolean; isOfAuthor: boolean }): Act[] {
  if (o.isOfAuthor) return o.isDown ? ["answer", "rejected", "restore"] : ["answer", "settled"];
  if (o.isDown) return ["answer", "take-down", "restore", "settled"];
  return o.isOurs ? ["answer", "take-down", "rejected", "settled"] : ["answer", "rejected", "settled"];
}

export interface ObjectionRow {
  id: number;
  receipt: string;
  party: string;
  demand: string;
  target: string;
  receivedAt: string;
  state: ObjectionState;
  stateLabel: string;
  clock: Clock;
}

/** Null once it is decided. */
export type Clock = { text: string; isOver: boolean; isSoon: boolean } | null;

/** How long until it must be decided. */
export function clockOf(dueAt: Date, now: Date): NonNullable<Clock> {
  const leftMs = dueAt.getTime() - now.getTime();
  const days = Math.ceil(Math.abs(leftMs) / dayMs);
  return leftMs <= 0
    ? { text: `期限を過ぎて${days}日目`, isOver: true, isSoon: false }
    : { text: `あと${days}日`, isOver: false, isSoon: days <= 2 };
}

export interface ObjectionCaseView extends ObjectionRow {
  version: number;
  explanation: string;
  name: string;
  /** Null for an operator who may not answer. */
  email: string | null;
  /** Null for an operator who may not answer. */
  files: { id: number; label: string }[] | null;
  due: string;
  isErased: boolean;
  /** The author opened it, and all words go to them. */
  isOfAuthor: boolean;
  /** The author waits for a decision. */
  isAppealed: boolean;
  track: { id: number; title: string; isVisible: boolean; isTakenDown: boolean; author: Named } | null;
  playlist: { id: number; name: string; isTakenDown: boolean; owner: Named } | null;
  member: Named | null;
  timeline: TimelineEntry[];
}

interface Named {
  id: string;
  name: string;
}
