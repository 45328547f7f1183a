import type { MetaDescriptor } from "react-router";

/** For search engines and previews. URLs are absolute. */
interface PageAbout {
  /** Also of previews, unless `heading` is given. */
  title: string;
  heading?: string;
  description: string;
  url: string;
  type?: "website" | "profile" | "music.song" | "music.playlist";
  image?: PageImage | null;
}

interface PageImage {
  url: string;
  alt: string;
  /** In pixels. A wide image fills the preview, others are small beside the text. */
  size?: { width: number; height: number };
}

/** A public page's head: title, description, canonical URL, Open Graph and Twitter tags. */
export function pageMeta(about: PageAbout): MetaDescriptor[] {
  const { title, description, url, type = "website" } = about;
  const heading = about.heading ?? title;
  const image = about.image === undefined ? siteImage(url) : about.image;
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

/** A public page's head for a signed-in viewer: search engines and previews never get it. `url`: what browsers share. */
export function signedInMeta({ title, description, url }: PageAbout): MetaDescriptor[] {
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
  ];
}

/** The head of a screen at `path`; without root data only the title. */
export function screenMeta(
  root: { origin: string; user?: object | null } | undefined,
  screen: { path: string; title: string; description: string },
): MetaDescriptor[] {
  const { path, title, description } = screen;
  if (!root) return [{ title }];
  const about = { title, description, url: new URL(path, root.origin).href };
  return root.user ? signedInMeta(about) : pageMeta(about);
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

const siteImage = (base: string): PageImage => ({
  url: new URL("/og.png", base).href,
  alt: "Mugen ∞ ふたりの声で聴く、短いラジオ",
  size: { width: 1200, height: 630 },
});

const product = "Mugen ∞";

/** 「検索 | Mugen ∞」; without a page only the product's name. */
export function documentTitle(page?: string): string {
  return page ? `${page} | ${product}` : product;
}

/** Begins with 「エラー：」 when the form was refused. */
export function formTitle(page: string, matches: readonly ({ loaderData?: unknown } | undefined)[]): string {
  const root = matches[0]?.loaderData;
  const refused = typeof root === "object" && root !== null && Reflect.get(root, "refused") === true;
  return documentTitle(refused ? `エラー：${page}` : page);
}
