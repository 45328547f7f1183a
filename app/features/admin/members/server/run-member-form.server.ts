import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { endAllSessions, endSessionOf } from "#app/features/accounts/sessions/session.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { setVerificationByOperator } from "#app/features/feeds/feed-verification.server.ts";
import { setInvitePermission } from "#app/features/invitations/server/invitation-verbs.server.ts";
import { restoreBranch, revokeBranch } from "#app/features/invitations/server/revoke-branch.server.ts";
import { cancelByOperator } from "#app/features/premium/subscription/changes/subscription-verbs.server.ts";
import { syncSubscriptions } from "#app/features/premium/subscription/server/reconcile-subscriptions.server.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import type { MemberForm } from "../members.schema.ts";
import { setPremium } from "./set-premium.server.ts";

type Change = Exclude<MemberForm, { intent: "search" }>;

/** Does what a form of the pages about members asks for. Returns the message of the next page. Throws what the verbs throw. */
export async function runMemberForm(form: Change, actor: Actor): Promise<FlashKey> {
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
    default:
      for (const userId of form.ids) await changeOne(form, userId, actor);
      return "members-changed";
  }
}

type BulkForm = Extract<Change, { ids: string[] }>;

/** Passed over are a member who was deleted meanwhile, the official account, and who is not in a state to be suspended. */
async function changeOne(form: BulkForm, userId: string, actor: Actor): Promise<void> {
  const change = {
    "bulk-approve": () => approveAccount({ userId, actor }),
    "bulk-suspend": () =>
      suspendAccount({ userId, actor, reason: form.intent === "bulk-suspend" ? form.suspensionReason : "" }),
    "bulk-deny": () =>
      denyAccount({ userId, actor, reason: form.intent === "bulk-deny" ? form.reason : undefined }),
    "bulk-invite-off": () => setInvitePermission({ userId, canInvite: false, actor }),
    "bulk-end-sessions": () => endAllSessions({ viewer: { id: userId }, actor }),
  }[form.intent];
  await Promise.resolve(change()).catch((error: unknown) => {
    const isPassedOver = error instanceof NotFound || error instanceof Conflict;
    if (!isPassedOver) throw error;
  });
}
