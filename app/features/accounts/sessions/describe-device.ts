/** The first match wins: most browsers also name their ancestors. */
const browsers: [name: string, pattern: RegExp][] = [
  ["LINE", /\bLine\//],
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|OPT|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /(?:\b|Headless)(?:Chrome|CriOS|Chromium)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
];

/** The first match wins: Android also contains "Linux", iPhone "like Mac OS X". */
const systems: [name: string, pattern: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Mac", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

/** From a User-Agent: 「Chrome・Android」; 「不明な端末」 when nothing is recognized. */
export function describeDevice(userAgent: string): string {
  const names = [browsers, systems].map((list) => list.find(([, pattern]) => pattern.test(userAgent))?.[0]);
  return names.filter((name) => name !== undefined).join("・") || "不明な端末";
}
