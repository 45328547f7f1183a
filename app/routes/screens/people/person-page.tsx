import { redirect } from "react-router";
import { z } from "zod";
import { officialAccount, profilePath } from "#app/features/accounts/account.ts";
import { RefusalNotice } from "#app/features/accounts/sign-in/components/session-ended-notice.tsx";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import {
  BlockedNotice,
  BlockLink,
  BlockQuestion,
  blockParameter,
} from "#app/features/blocks/block-forms.tsx";
import { blockMember, unblockMember } from "#app/features/blocks/block-member.server.ts";
import { blockFormSchema } from "#app/features/blocks/blocks.schema.ts";
import { isBlocked } from "#app/features/blocks/is-blocked.server.ts";
import { feedLink, personFeedPath } from "#app/features/feeds/feed.ts";
import {
  FeedAddress,
  FeedVerificationForm,
  feedVerificationResult,
} from "#app/features/feeds/feed-address.tsx";
import {
  findPersonVerification,
  setPersonVerification,
} from "#app/features/feeds/feed-verification.server.ts";
import { feedVerificationForm } from "#app/features/feeds/feeds.schema.ts";
import { PersonHeader, type Relation } from "#app/features/people/components/person-header.tsx";
import { followFormSchema } from "#app/features/people/people.schema.ts";
import type { Person } from "#app/features/people/person.ts";
import { personMeta } from "#app/features/people/person-meta.ts";
import { findPersonOfPage } from "#app/features/people/server/find-person.server.ts";
import { followMember, unfollowMember } from "#app/features/people/server/follow-member.server.ts";
import { isFollowing } from "#app/features/people/server/list-follows.server.ts";
import { withBookmarks } from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { PlaylistCards } from "#app/features/playlists/components/playlist-cards.tsx";
import { withCoverTracks } from "#app/features/playlists/cover/cover-tracks.server.ts";
import { toPlaylistListItem } from "#app/features/playlists/playlist-view.ts";
import { listPlaylistsByUser } from "#app/features/playlists/server/list-playlists.server.ts";
import { profileEditPath } from "#app/features/profile/profile.ts";
import { memberReportMessages, memberReportPath } from "#app/features/reports/report.ts";
import { ReportLink } from "#app/features/reports/report-link.tsx";
import { PagedTrackList } from "#app/features/tracks/list/paged-track-list.tsx";
import { listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import { toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { decodeCursor } from "#app/lib/cursor.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import { gridPageClass } from "#app/ui/page.tsx";
import type { Route } from "./+types/person-page";

const pageSize = 20;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { person, url } = loaderData;
  const isSignedIn = Boolean(matches[0].loaderData?.user);
  return [...personMeta(person, { url, isSignedIn }), linkToFeed(loaderData)];
};

function linkToFeed({ person, url }: { person: Person; url: string }) {
  const title = `${person.name}の投稿音声`;
  return feedLink({ title, address: new URL(personFeedPath(person), url).href });
}

export const loader = pageLoader(async ({ params, context }: Route.LoaderArgs) => {
  const { url } = context.get(requestContext);
  const person = await findPersonOfPage({ segment: params.userId });
  const tab = url.searchParams.get("tab") === "playlists" ? "playlists" : "tracks";
  const requested = url.searchParams.get("cursor") ?? "";
  const cursor = decodeCursor(requested) ? requested : undefined;
  // The public view, for the owner too.
  const list = { userId: person.id, viewer: null, limit: pageSize, cursor };
  const tracks = tab === "tracks" ? await listTracksOf(list) : null;
  const playlists = tab === "playlists" ? await listPlaylistsByUser(list) : null;
  const viewer = await getViewer(context);
  const relation = await relationOf(viewer, person.id);
  return {
    person,
    relation,
    verification: relation === "self" ? await findPersonVerification({ userId: person.id }) : null,
    url: url.origin + profilePath(person),
    tab,
    tracks: tracks
      ? await withBookmarks(
          viewer,
          tracks.tracks.map((track) => toTrackListItem(track, viewer)),
        )
      : [],
    playlists: await withCoverTracks(playlists?.playlists.map(toPlaylistListItem) ?? []),
    next: (tracks ?? playlists)?.next ?? null,
    isFirst: cursor === undefined,
    asksToBlock: isOther(relation) && url.searchParams.has(blockParameter),
  };
});

async function relationOf(viewer: Viewer | null, userId: string): Promise<Relation> {
  if (viewer?.state !== "approved") return "visitor";
  if (viewer.id === userId) return "self";
  if (await isBlocked({ viewer, userId })) return "blocked";
  return (await isFollowing({ viewer, userId })) ? "following" : "not-following";
}

const isOther = (relation: Relation) => relation === "following" || relation === "not-following";

export const action = formAction({
  schema: z.discriminatedUnion("intent", [followFormSchema, blockFormSchema, feedVerificationForm], {
    error: "操作を読み取れませんでした",
  }),
  who: "member",
  limit: rateLimits.follow,
  find: ({ params }) => findPersonOfPage({ segment: params.userId ?? "" }),
  async run({ context, viewer, value, found: person }) {
    const { search } = context.get(requestContext).url;
    if (value.intent === "feed-verification") {
      await setPersonVerification({ viewer, userId: person.id, verification: value.verification });
      return redirectWithFlash(context, `${profilePath(person)}${search}`, "feed-verification-saved");
    }
    if (value.intent === "block" || value.intent === "unblock") {
      const isBlock = value.intent === "block";
      await (isBlock ? blockMember : unblockMember)({ viewer, userId: person.id });
      return redirectWithFlash(context, profilePath(person), isBlock ? "member-blocked" : "member-unblocked");
    }
    const changeFollow = value.intent === "follow" ? followMember : unfollowMember;
    await changeFollow({ viewer, userId: person.id });
    return redirect(`${profilePath(person)}${search}`, 303);
  },
});

export default function PersonScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { person, relation, url, tab, asksToBlock } = loaderData;
  const path = profilePath(person);
  if (asksToBlock) return <BlockQuestion person={person} refused={actionData} />;
  return (
    <div className={`${gridPageClass} mx-auto w-full max-w-160 px-4 pt-6 pb-10 rail:px-6 rail:pt-10`}>
      <PersonHeader
        key={person.id}
        person={person}
        relation={relation}
        url={url}
        ownActions={
          <ButtonLink to={profileEditPath} variant="quiet" icon="edit">
            プロフィールを編集
          </ButtonLink>
        }
      />
      {actionData && !feedVerificationResult(actionData) && (
        <RefusalNotice formResult={actionData} className="mt-4" />
      )}
      {relation === "blocked" && <BlockedNotice />}
      <LinkTabs
        label={`${person.name}の公開内容`}
        className="pt-6"
        tabs={[
          { to: `${path}?tab=tracks`, label: "投稿音声", isCurrent: tab === "tracks" },
          { to: `${path}?tab=playlists`, label: "公開プレイリスト", isCurrent: tab === "playlists" },
        ]}
      />
      <div className="pt-4">
        {tab === "tracks" ? (
          <Tracks loaded={loaderData} formResult={actionData} />
        ) : (
          <Playlists loaded={loaderData} path={path} />
        )}
      </div>
      {relation !== "self" && (
        <p className="pt-6 max-rail:text-center">
          {person.id !== officialAccount.id && (
            <ReportLink to={memberReportPath(person)} label={memberReportMessages.heading} />
          )}
          {isOther(relation) && <BlockLink />}
        </p>
      )}
    </div>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function Tracks({ loaded, formResult }: { loaded: Loaded; formResult: FormResult | undefined }) {
  const { person, relation, verification, url, tracks, next, isFirst } = loaded;
  if (tracks.length > 0) {
    const queue = { name: `${person.name}の投稿音声`, call: `/api/users/${person.id}/tracks?order=newest` };
    return (
      <>
        <PagedTrackList first={{ tracks, next }} label="投稿音声" queue={queue} isGrid />
        <div className="pt-6">
          <FeedAddress
            address={new URL(personFeedPath(person), url).href}
            isOpen={Boolean(feedVerificationResult(formResult))}
          >
            {relation === "self" && (
              <FeedVerificationForm verification={verification} formResult={formResult} />
            )}
          </FeedAddress>
        </div>
      </>
    );
  }
  return <EmptyState icon="voice" title={isFirst ? "投稿音声はまだありません" : "続きはありません"} />;
}

function Playlists({ loaded: { playlists, next, isFirst }, path }: { loaded: Loaded; path: string }) {
  if (playlists.length === 0) {
    return (
      <EmptyState icon="bookmark" title={isFirst ? "公開プレイリストはまだありません" : "続きはありません"} />
    );
  }
  return (
    <>
      <PlaylistCards playlists={playlists} label="公開プレイリスト" />
      {next && (
        <p className="pt-5 text-center">
          <ButtonLink
            to={`${path}?${new URLSearchParams({ tab: "playlists", cursor: next })}`}
            variant="quiet"
          >
            もっと見る
          </ButtonLink>
        </p>
      )}
    </>
  );
}
