// Draws the installed app's icons, and its screenshots that browsers show before the installation: `npm run docs:icons`
import { mkdirSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { infinityPath } from "#app/ui/infinity-path.ts";

const root = path.dirname(import.meta.dirname);
const images = path.join(root, "public/images");
const darkColor = "#17130f";
const accentColor = "#ff8a5c";

interface IconOptions {
  /** In pixels. */
  size: number;
  /** Width of the ∞ curve as a share of the icon's; a mask may cut away all but the inner 80 %. */
  curve: number;
  /** Corner radius as a share of the size; 0 leaves the shape to the system. */
  radius: number;
  background?: string;
  color?: string;
}

/** The app icon as SVG. */
function appIcon({ size, curve, radius, background = darkColor, color = accentColor }: IconOptions): string {
  const scale = (size * curve) / 104;
  return svg(
    size,
    `<rect width="${size}" height="${size}" rx="${size * radius}" fill="${background}"/>
    <g transform="translate(${size / 2} ${size / 2}) scale(${scale}) translate(-60 -30)">
      <path d="${infinityPath}" fill="none" stroke="${color}" stroke-width="9" stroke-linejoin="round"/>
    </g>`,
  );
}

/** The paths of `app/ui/icon.tsx`, which Node can't import because of its JSX. */
const iconPaths = {
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20.5 20.5",
  plus: "M12 5v14M5 12h14",
  bell: "M12 3.5a5.5 5.5 0 0 0-5.5 5.5c0 5-2 6.5-2 6.5h15s-2-1.5-2-6.5A5.5 5.5 0 0 0 12 3.5zM10 19a2.1 2.1 0 0 0 4 0",
  heart: "M12 20s-8-4.6-8-10.4A4.4 4.4 0 0 1 12 7a4.4 4.4 0 0 1 8 2.6C20 15.4 12 20 12 20z",
};

/** The icon of an app shortcut as SVG. */
function shortcutIcon(icon: keyof typeof iconPaths): string {
  return svg(
    96,
    `<rect width="96" height="96" rx="48" fill="${darkColor}"/>
    <path transform="translate(20.400 20.400) scale(2.300)" d="${iconPaths[icon]}" fill="none" stroke="${accentColor}"
      stroke-width="1.800" stroke-linecap="round" stroke-linejoin="round"/>`,
  );
}

const svg = (size: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${content}</svg>`;

const drawings: Record<string, string> = {
  "icons/icon-192": appIcon({ size: 192, curve: 0.66, radius: 0.22 }),
  "icons/icon-512": appIcon({ size: 512, curve: 0.66, radius: 0.22 }),
  "icons/maskable-192": appIcon({ size: 192, curve: 0.54, radius: 0 }),
  "icons/maskable-512": appIcon({ size: 512, curve: 0.54, radius: 0 }),
  "icons/monochrome-512": appIcon({
    size: 512,
    curve: 0.66,
    radius: 0,
    background: "none",
    color: "#ffffff",
  }),
  "apple-touch-icon": appIcon({ size: 180, curve: 0.64, radius: 0 }),
  "icons/shortcut-search": shortcutIcon("search"),
  "icons/shortcut-create": shortcutIcon("plus"),
  "icons/shortcut-notifications": shortcutIcon("bell"),
  "icons/shortcut-favorites": shortcutIcon("heart"),
};

mkdirSync(path.join(root, "public/icons"), { recursive: true });
for (const [name, drawing] of Object.entries(drawings)) {
  const file = path.join(root, "public", `${name}.png`);
  await sharp(Buffer.from(drawing)).png({ palette: true, effort: 10 }).toFile(file);
}

/** The screenshots of `manifest.webmanifest`, from the README's pictures (`npm run docs:screenshots`). */
const screenshots = [
  { from: "home", to: "app-home", width: 750 },
  { from: "track-dark", to: "app-track", width: 750 },
  { from: "search", to: "app-search", width: 750 },
  { from: "home-desktop", to: "app-desktop", width: 1280 },
];

mkdirSync(images, { recursive: true });
for (const { from, to, width } of screenshots) {
  const picture = sharp(path.join(root, "docs/screenshots", `${from}.png`)).resize({ width });
  await picture.webp({ quality: 82, effort: 6 }).toFile(path.join(images, `${to}.webp`));
}
