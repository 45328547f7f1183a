export type Unit = "人" | "回" | "本" | "分" | "秒" | "バイト";

const grouped = (value: number, digits: number) => {
  const [whole = "", fraction] = value.toFixed(digits).split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (fraction ? `.${fraction}` : "");
};

const sizes = [
  { from: 1e12, unit: "TB" },
  { from: 1e9, unit: "GB" },
  { from: 1e6, unit: "MB" },
] as const;

/** 「12.3 GB」, 「0 MB」 */
export function formatBytes(bytes: number): string {
  const size = sizes.find(({ from }) => Math.abs(bytes) >= from) ?? { from: 1e6, unit: "MB" };
  const value = bytes / size.from;
  return `${grouped(value, value !== 0 && Math.abs(value) < 100 ? 1 : 0)} ${size.unit}`;
}

/** For tables: 「1,234人」, 「12.3秒」, 「1.2 GB」; a dash for null. */
export function formatValue(value: number | null, unit: Unit): string {
  if (value === null) return "–";
  if (unit === "バイト") return formatBytes(value);
  return `${formatNumber(value, unit)}${unit}`;
}

/** Without the unit, for axes. */
export function formatNumber(value: number, unit: Unit): string {
  if (unit === "バイト") return formatBytes(value);
  const isShort = unit === "秒" || unit === "分";
  return grouped(value, isShort && !Number.isInteger(value) && Math.abs(value) < 10 ? 1 : 0);
}

/** 「11月3日」, from YYYY-MM-DD. */
export function formatDay(day: string): string {
  const [, month, date] = day.split("-");
  return `${Number(month)}月${Number(date)}日`;
}
