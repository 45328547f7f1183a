import { gatePathOf } from "#app/features/access/access.ts";
import { isRecentSignIn, readSection } from "#app/features/accounts/account-sections.ts";
import { listSessions } from "#app/features/accounts/sessions/session.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { listBlocked } from "#app/features/blocks/list-blocked.server.ts";
import { wantsNews } from "#app/features/mail/news.server.ts";
import { wantsDigest } from "#app/features/notifications/digest/digest-email.server.ts";
import { toPersonListItem } from "#app/features/people/person.ts";
import { entitlementsOf } from "#app/features/premium/premium.ts";
import {
  describeEndingPayment,
  viewMembership,
} from "#app/features/premium/subscription/server/find-membership.server.ts";
import { listPushDevices, wantsFollowedTracks } from "#app/features/push/server/push-devices.server.ts";
import { findMoveAway } from "#app/features/sign-in-moves/sign-in-moves.server.ts";
import { formatDate, formatDateTime } from "#app/lib/format-date.ts";

const blockedPageSize = 50;

/** What members set. */
export type SettingsPage = Awaited<ReturnType<typeof loadSettingsPage>>;

/** `wantsBackgroundPlay`: the device's cookie. `blockedAfter`: the cursor of the members whom the viewer blocks. */
export async function loadSettingsPage(options: {
  viewer: Viewer;
  sessionId: string;
  wantsBackgroundPlay: boolean;
  blockedAfter: string | null;
}) {
  const { viewer, sessionId, wantsBackgroundPlay, blockedAfter } = options;
  const [devices, pushesFollowedTracks, emailsDigest, emailsNews, membership, blocked] = await Promise.all([
    listPushDevices({ viewer, sessionId }),
    wantsFollowedTracks({ viewer }),
    wantsDigest({ viewer }),
    wantsNews({ viewer }),
    viewMembership({ userId: viewer.id }),
    listBlocked({ viewer, limit: blockedPageSize, cursor: blockedAfter ?? undefined }),
  ]);
  const isAllowed = entitlementsOf(viewer).backgroundPlay;
  return {
    devices: devices.map(({ since, ...device }) => ({ ...device, since: formatDate(since) })),
    pushesFollowedTracks,
    emailsDigest,
    emailsNews,
    membership,
    blocked: {
      members: blocked.records.map(({ person, createdAt }) => {
        const { id, name, path } = toPersonListItem(person);
        return { id, name, path, since: formatDate(createdAt) };
      }),
      next: blocked.next,
    },
    backgroundPlay: { isAllowed, isOn: isAllowed && wantsBackgroundPlay },
  };
}

/** What every account has, also one that waits for approval or was denied: it is their data. */
export type AccountSettings = Awaited<ReturnType<typeof loadAccountSettings>>;

/** `resume`: the section that the page's address names; it counts after a recent sign-in only. */
export async function loadAccountSettings(options: {
  viewer: Viewer;
  currentSession: string | null;
  resume: string | null;
}) {
  const { viewer, currentSession, resume } = options;
  const [sessions, endingPayment, movesAt] = await Promise.all([
    listSessions({ viewer, current: currentSession }),
    describeEndingPayment({ userId: viewer.id }),
    findMoveAway(viewer),
  ]);
  const isRecent = isRecentSignIn(viewer.signedInAt);
  return {
    email: viewer.email,
    gatePath: gatePathOf(viewer),
    movesAt: movesAt && formatDateTime(movesAt),
    /** Deletion asks for another sign-in first. */
    needsSignIn: !isRecent,
    /** The payment that ends with the account; null for who pays nothing. */
    endingPayment,
    resumed: isRecent ? readSection(resume) : null,
    sessions: sessions.map(({ id, device, isCurrent, createdAt, lastActiveAt }) => ({
      id,
      device,
      isCurrent,
      started: formatDateTime(createdAt),
      lastActive: formatDateTime(lastActiveAt),
    })),
  };
}
