/** In this order: most browsers also name the ones that they descend from. */
const browsers: [name: string, pattern: RegExp][] = [
  ["LINE", /\bLine\//],
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|OPT|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /(?:\b|Headless)(?:Chrome|CriOS|Chromium)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
];

/** In this order: Android calls itself Linux too, and an iPhone is "like Mac OS X". */
const systems: [name: string, pattern: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Mac", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

/** A device in words from its User-Agent: 「Chrome・Android」; 「不明な端末」 when nothing in it is known. */
export function describeDevice(userAgent: string): string {
  const known = [browsers, systems].map((list) => list.find(([, pattern]) => pattern.test(userAgent))?.[0]);
  return known.filter((name) => name !== undefined).join("・") || "不明な端末";
}
