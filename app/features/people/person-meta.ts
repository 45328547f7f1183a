import type { MetaDescriptor } from "react-router";
import { parseUrl } from "#app/lib/parse-url.ts";
import { feedLink } from "../feeds/feed-link.ts";
import { personFeedPath } from "../feeds/feed-path.ts";
import { documentTitle } from "../shell/document-title.ts";
import { pageMeta } from "../shell/page-meta.ts";
import type { Person } from "./person.ts";

/** The head of a public page for search engines and link previews. `url` is the page's own whole address. */
export function personMeta(person: Person, url: string): MetaDescriptor[] {
  const { name, customUserId, picture, xHandle, followerCount } = person;
  const handle = customUserId ? `（@${customUserId}）` : "";
  const title = documentTitle(`${name}${handle}`);
  const description = `${name}の投稿音声と公開プレイリスト`;
  const image = pictureUrl(picture, url);
  return [
    ...pageMeta({
      title,
      description,
      url,
      type: "profile",
      image: image === null ? null : { url: image, alt: name },
    }),
    feedLink({ title: `${name}の投稿音声`, address: new URL(personFeedPath(person), url).href }),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "ProfilePage",
        mainEntity: {
          "@type": "Person",
          name,
          url,
          ...(customUserId ? { alternateName: customUserId } : {}),
          ...(image ? { image } : {}),
          ...(xHandle ? { sameAs: `https://x.com/${xHandle}` } : {}),
          interactionStatistic: {
            "@type": "InteractionCounter",
            interactionType: "https://schema.org/FollowAction",
            userInteractionCount: followerCount,
          },
        },
      },
    },
  ];
}

/** The whole address of a picture that is one; an emoji has none. */
function pictureUrl(picture: string | null, base: string): string | null {
  if (!picture || !/^(https:\/\/|\/)/.test(picture)) return null;
  return parseUrl(picture, base)?.href ?? null;
}
