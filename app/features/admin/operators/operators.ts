import type { OperatorRole } from "#app/features/audit/operator-roles.ts";

export const operatorsPath = "/admin/operators";
export const joinPath = "/admin/join";

export const linkHours = 72;
export const maxOperatorNameLength = 40;
export const minPasswordLength = 12;
/** Rows stay for ever, so that a name never means another person. */
export const maxOperators = 200;

export const operatorStateLabels = {
  invited: "招待中",
  expired: "招待の期限切れ",
  active: "利用中",
  disabled: "停止中",
} as const;

export type OperatorState = keyof typeof operatorStateLabels;

export interface OperatorView {
  id: string;
  name: string;
  role: OperatorRole;
  state: OperatorState;
  /** Of a link for a password that still works; formatted. */
  linkExpires: string | null;
  lastActive: string | null;
  sessions: number;
  isSelf: boolean;
  hasSecondFactor: boolean;
}

export const operatorMessages = {
  unusableLink: "このリンクは使えません。管理者に、新しいリンクを頼んでください。",
  nameTaken: "この名前は、すでに使われています",
  ownAccount: "ご自身の役割と利用は、ほかの管理者が変えます",
  gone: "この運営者は見つかりません",
} as const;
