import { gateMeta } from "#app/features/access/gate-page.tsx";
import { findEmbeddedBrowser } from "#app/features/arrival/embedded-browser.ts";
import { invitationCardSpec } from "#app/features/arrival/invitation-card.server.ts";
import { InvitationPage, invitationTitle } from "#app/features/arrival/invitation-view.tsx";
import { coverVersion } from "#app/features/covers/cover-path.server.ts";
import { chooseStage } from "#app/features/home/server/choose-stage.server.ts";
import { findHomeTracks } from "#app/features/home/server/find-home-tracks.server.ts";
import { documentTitle, pageMeta } from "#app/features/site/page-meta.ts";
import { ageRule, configuredOperator } from "#app/features/support/articles/server/facts.server.ts";
import { withLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import { toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/invitation-page";
import { openInvitation, secretUrlHeaders } from "./open-invitation.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { invitation, card } = loaderData;
  const heading = invitationTitle(invitation);
  const description = invitation.message ?? "文章がふたりの声の短いラジオになる、招待制のアプリです。";
  const image = { url: card, alt: heading, size: { width: 1200, height: 630 } };
  const [, ...robots] = gateMeta("");
  return [
    ...pageMeta({ title: documentTitle(heading), heading, description, url: invitation.address, image }),
    ...robots,
  ];
};

export const headers = () => secretUrlHeaders;

export const loader = pageLoader(async ({ request, params, context }: Route.LoaderArgs) => {
  const { code } = params;
  const { invitation } = await openInvitation({ context, code });
  const { url } = context.get(requestContext);
  const staged = chooseStage(await findHomeTracks({ viewer: null, requestedId: null }), { isVisitor: true });
  const [track] = staged ? await withLabels([staged.track]) : [];
  const path = `/i/${encodeURIComponent(code)}`;
  const embedded = findEmbeddedBrowser(request.headers.get("User-Agent") ?? "");
  const { leavingParameter } = embedded ?? {};
  const v = coverVersion(invitationCardSpec(invitation));
  return {
    invitation: {
      ...invitation,
      address: new URL(path, url).href,
      acceptPath: `/invitation-required?${new URLSearchParams({ code })}`,
      ageRule: ageRule(configuredOperator(), "ご利用"),
      track: track ? toTrackListItem(track, null) : null,
      embedded: embedded && {
        app: embedded.app,
        leavingPath: leavingParameter ? `${path}?${new URLSearchParams({ [leavingParameter]: "1" })}` : null,
      },
    },
    card: new URL(`${path}/card.png?${new URLSearchParams({ v })}`, url).href,
  };
});

export default function Invitation({ loaderData }: Route.ComponentProps) {
  return <InvitationPage invitation={loaderData.invitation} />;
}
