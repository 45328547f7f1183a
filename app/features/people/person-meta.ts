import type { MetaDescriptor } from "react-router";
import { documentTitle, pageMeta, signedInMeta } from "#app/features/site/page-meta.ts";
import { parseUrl } from "#app/lib/parse-url.ts";
import type { Person } from "./person.ts";

interface PersonPage {
  url: string;
  isSignedIn: boolean;
}

/** A person page's head for search engines and previews. `url`: absolute. */
export function personMeta(person: Person, { url, isSignedIn }: PersonPage): MetaDescriptor[] {
  const { name, customUserId, picture, xHandle, followerCount } = person;
  const handle = customUserId ? `（@${customUserId}）` : "";
  const title = documentTitle(`${name}${handle}`);
  const description = `${name}の投稿音声と公開プレイリスト`;
  if (isSignedIn) return signedInMeta({ title, description, url });
  const image = pictureUrl(picture, url);
  return [
    ...pageMeta({
      title,
      description,
      url,
      type: "profile",
      image: image === null ? null : { url: image, alt: name },
    }),
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

function pictureUrl(picture: string | null, base: string): string | null {
  if (!picture || !/^(https:\/\/|\/)/.test(picture)) return null;
  return parseUrl(picture, base)?.href ?? null;
}
