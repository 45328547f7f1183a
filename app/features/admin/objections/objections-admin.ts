import { dayMs } from "#app/lib/time-units.ts";

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
