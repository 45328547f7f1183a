import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { endAllSessions, endSessionOf } from "#app/features/accounts/sessions/session.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { setVerificationByOperator } from "#app/features/feeds/feed-verification.server.ts";
import { setInvitePermission } from "#app/features/invitations/server/invitation-verbs.server.ts";
import { restoreBranch, revokeBranch } from "#app/features/invitations/server/revoke-branch.server.ts";
import { cancelByOperator } from "#app/features/premium/subscription/changes/subscription-verbs.server.ts";
import { syncSubscriptions } from "#app/features/premium/subscription/server/reconcile-subscriptions.server.ts";
import { cancelSignInMove } from "#app/features/sign-in-moves/cancel-sign-in-move.server.ts";
import { startSignInMove } from "#app/features/sign-in-moves/start-sign-in-move.server.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { itemsAtOnce, maxItemsPerRun } from "../../bulk/bulk-run.ts";
import { cancelBulkRun, startBulkRun } from "../../bulk/bulk-run-verbs.server.ts";
import { continueBulkRun } from "../../bulk/continue-bulk-run.server.ts";
import { isModerationForm } from "../../moderation/moderation.schema.ts";
import { runModerationForm } from "../../moderation/run-moderation-form.server.ts";
import type { MemberFilter } from "../admin-members.ts";
import type { MemberForm } from "../members.schema.ts";
import { findAllMemberIds } from "./list-members.server.ts";
import { addMemberNote, removeMemberNote } from "./member-notes.server.ts";
import { setPremium } from "./set-premium.server.ts";

type Change = Exclude<MemberForm, { intent: "search" }>;

/** `scope`: the list of 「条件に合うすべて」. Null where the page shows the started run. Throws what the verbs throw. */
export async function runMemberForm(
  form: Change,
  actor: Actor,
  scope?: { search: string; filter: MemberFilter },
): Promise<FlashKey | null> {
  if (isModerationForm(form)) return runModerationForm(form, actor);
  switch (form.intent) {
    case "premium": {
      const { id: userId, premium, endDate, seenEnd } = form;
      await setPremium({
        userId,
        isPremium: premium === "premium",
        // To the end of that day in Asia/Tokyo.
        endDate: endDate === undefined ? null : new Date(`${endDate}T23:59:59+09:00`),
        seenEnd: seenEnd ? new Date(seenEnd) : null,
        actor,
      });
      return "member-premium";
    }
    case "cancel-subscription":
      await cancelByOperator({ userId: form.id, actor });
      return "member-canceled";
    case "sync-stripe":
      await syncSubscriptions({ userId: form.id, actor });
      return "member-synced";
    case "invite":
      await setInvitePermission({ userId: form.id, canInvite: form.canInvite === "true", actor });
      return "member-invite";
    case "feed-verification":
      await setVerificationByOperator({ userId: form.id, verification: form.verification, actor });
      return "feed-verification-saved";
    case "delete":
      await deleteAccount({ viewer: { id: form.id }, actor });
      return "member-deleted";
    case "approve":
      await approveAccount({ userId: form.id, seen: form.seen, actor });
      return "member-approved";
    case "deny":
      await denyAccount({ userId: form.id, seen: form.seen, reason: form.reason, actor });
      return "member-denied";
    case "suspend":
      await suspendAccount({ userId: form.id, seen: form.seen, reason: form.reason, actor });
      return "member-suspended";
    case "restore":
      await approveAccount({ userId: form.id, seen: "suspended", actor });
      return "member-restored";
    case "end-session":
      await endSessionOf({ userId: form.id, publicId: form.session, actor });
      return "member-sessions-ended";
    case "end-sessions":
      await endAllSessions({ viewer: form, actor });
      return "member-sessions-ended";
    case "revoke-branch":
      await revokeBranch({ userId: form.id, seen: form.accounts, reason: form.reason, actor });
      return "branch-revoked";
    case "restore-branch":
      await restoreBranch({ userId: form.id, actor });
      return "branch-restored";
    case "move-sign-in": {
      const { id: userId, newAccount, proof } = form;
      await startSignInMove({ userId, newAccount, proof, actor });
      return "sign-in-move-started";
    }
    case "cancel-sign-in-move":
      await cancelSignInMove({ userId: form.id, reason: form.reason, actor });
      return "sign-in-move-cancelled";
    case "note":
      await addMemberNote({ userId: form.id, text: form.note, actor });
      return "note-added";
    case "remove-note":
      await removeMemberNote({ userId: form.id, noteId: form.noteId, actor });
      return "note-removed";
    case "cancel-run":
      await cancelBulkRun({ actor, runId: form.runId });
      return "admin-bulk-cancelled";
    default: {
      const { action, reason, ids, isAll, seenAt } = form;
      const items =
        isAll && scope ? await findAllMemberIds({ ...scope, seenAt, limit: maxItemsPerRun }) : ids;
      const runId = await startBulkRun({ actor, action, items, reason });
      await continueBulkRun({ runId, maxSteps: itemsAtOnce });
      return null;
    }
  }
}
