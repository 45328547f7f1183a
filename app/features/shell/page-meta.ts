import type { MetaDescriptor } from "react-router";

/** What search engines and link previews are told of a public page. Addresses are whole ones. */
export interface PageAbout {
  /** The document's title; previews show it too, unless `heading` is given. */
  title: string;
  heading?: string;
  description: string;
  /** The page's own address. */
  url: string;
  type?: "website" | "profile" | "music.song" | "music.playlist";
  /** The house's picture unless told; null for none. */
  image?: PageImage | null;
}

export interface PageImage {
  url: string;
  alt: string;
  /** In pixels. With its size known to be wide it fills the preview, else it stands small beside the words. */
  size?: { width: number; height: number };
}

/** The head of a public page: title, description, canonical address, OpenGraph and Twitter tags. */
export function pageMeta(about: PageAbout): MetaDescriptor[] {
  const { title, description, url, type = "website" } = about;
  const heading = about.heading ?? title;
  const image = about.image === undefined ? houseImage(url) : about.image;
  const isWide = image?.size !== undefined && image.size.width > image.size.height;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: type },
    { property: "og:site_name", content: "Mugen" },
    { property: "og:locale", content: "ja_JP" },
    { property: "og:title", content: heading },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    ...(image ? imageMeta(image) : []),
    { name: "twitter:card", content: isWide ? "summary_large_image" : "summary" },
    { name: "twitter:title", content: heading },
    { name: "twitter:description", content: description },
    ...(image
      ? [
          { name: "twitter:image", content: image.url },
          { name: "twitter:image:alt", content: image.alt },
        ]
      : []),
  ];
}

/** The same for a screen at `path`, whose whole address the root route's data tells; without them its title only. */
export function screenMeta(
  root: { origin: string } | undefined,
  screen: { path: string; title: string; description: string },
): MetaDescriptor[] {
  const { path, title, description } = screen;
  return root ? pageMeta({ title, description, url: new URL(path, root.origin).href }) : [{ title }];
}

function imageMeta({ url, alt, size }: PageImage): MetaDescriptor[] {
  return [
    { property: "og:image", content: url },
    ...(size
      ? [
          { property: "og:image:width", content: String(size.width) },
          { property: "og:image:height", content: String(size.height) },
        ]
      : []),
    { property: "og:image:alt", content: alt },
  ];
}

/** The picture of pages without one of their own. */
const houseImage = (base: string): PageImage => ({
  url: new URL("/og.png", base).href,
  alt: "Mugen ∞ ふたりの声で聴く、短いラジオ",
  size: { width: 1200, height: 630 },
});
