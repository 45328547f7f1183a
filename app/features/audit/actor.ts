import type { OperatorRole } from "./operator-roles.ts";

export type Actor =
  | {
      kind: "admin";
      name: string;
      /** Defaults to administrator. */
      role?: OperatorRole;
      /** The password was typed too long ago: `requirePassword` refuses what needs it. */
      hasStalePassword?: true;
    }
  | { kind: "operator" }
  | { kind: "system" };

export const operatorActor: Actor = { kind: "operator" };
export const systemActor: Actor = { kind: "system" };

/** 「管理者」, 「コマンド」, 「自動」, or the operator's name. */
export function actorLabel(actor: { kind: Actor["kind"]; name?: string | null }): string {
  if (actor.kind === "admin") return actor.name ?? "管理者";
  return actor.kind === "operator" ? "コマンド" : "自動";
}
