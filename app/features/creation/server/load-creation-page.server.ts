import type { Viewer } from "#app/features/accounts/viewer.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { type CreationState, findCreationState } from "./creation-state.server.ts";
import { getPostingStatus, type PostingStatus } from "./daily-use.server.ts";

export interface CreationPage {
  viewerId: string;
  state: CreationState;
  posting: PostingStatus;
}

/**
 * What a creation page shows: null for a visitor, who gets the login prompt. Throws `AccountNotApproved` for an
 * account that waits or was denied.
 */
export async function loadCreationPage(options: {
  viewer: Viewer | null;
  flow: "v1" | "v2";
}): Promise<CreationPage | null> {
  if (!options.viewer) return null;
  const viewer = requireMember(options.viewer);
  const [state, posting] = await Promise.all([
    findCreationState({ viewer, flow: options.flow }),
    getPostingStatus(viewer),
  ]);
  return { viewerId: viewer.id, state, posting };
}
