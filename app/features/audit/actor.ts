import type { OperatorRole } from "./operator-roles.ts";

/** Who makes a change that the audit log records: the admin in the console, an operator's command, or a rule by itself. */
export type Actor =
  | {
      kind: "admin";
      name: string;
      /** Without one: an administrator. */
      role?: OperatorRole;
      /** The password was typed so long ago that what needs it (`requirePassword`) is refused. */
      hasStalePassword?: true;
    }
  | { kind: "operator" }
  | { kind: "system" };

export const operatorActor: Actor = { kind: "operator" };
export const systemActor: Actor = { kind: "system" };

/** An actor for people: 「admin」, 「コマンド」, 「自動」. */
export function actorLabel(actor: { kind: Actor["kind"]; name?: string | null }): string {
  if (actor.kind === "admin") return actor.name ?? "管理者";
  return actor.kind === "operator" ? "コマンド" : "自動";
}
