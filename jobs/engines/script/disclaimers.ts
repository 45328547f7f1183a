import type { ClaimKind } from "../fact-check/find-claims.ts";

const figureDisclaimers = [
  "この数字は確かめられていないので、参考として聞いてくださいね。",
  "数字は、まだ確かめられていません。目安として聞いてくださいね。",
] as const;
const superlativeDisclaimers = [
  "いちばんかどうかは確かめられていないので、ひとつの見方として聞いてくださいね。",
] as const;
const absoluteDisclaimers = ["そうでない場合もあるかもしれません。参考として聞いてくださいね。"] as const;
const hearsayDisclaimers = [
  "これは伝え聞きで、確かめられてはいません。そのつもりで聞いてくださいね。",
] as const;
const medicalDisclaimers = [
  "ここは確かめられていません。体のことなので、気になる方は専門の方にたずねてくださいね。",
] as const;
const moneyDisclaimers = [
  "ここは確かめられていません。お金のことなので、ご自身でもよく調べてくださいね。",
] as const;
const generalDisclaimers = [
  "ここは確かめられていないので、参考として聞いてくださいね。",
  "このあたりは、まだ確かめられていません。参考として聞いてくださいね。",
  "ここも、確かめられてはいません。ひとつのお話として聞いてくださいね。",
] as const;

/** Said once near the end, for all claims without a disclaimer of their own. */
export const closingDisclaimer =
  "なお、今日のお話の中身は、こちらでは確かめきれていません。参考として聞いてくださいね。";

const allDisclaimers: readonly string[] = [
  ...figureDisclaimers,
  ...superlativeDisclaimers,
  ...absoluteDisclaimers,
  ...hearsayDisclaimers,
  ...medicalDisclaimers,
  ...moneyDisclaimers,
  ...generalDisclaimers,
];

/** The disclaimers that fit a turn with claims of these kinds. */
export function disclaimersFor(kinds: ReadonlySet<ClaimKind>): readonly string[] {
  if (kinds.has("medical")) return medicalDisclaimers;
  if (kinds.has("money")) return moneyDisclaimers;
  const grave = [...kinds].filter((kind) => kind !== "name");
  if (grave.length > 0 && grave.every((kind) => kind === "date" || kind === "figure"))
    return figureDisclaimers;
  if (grave.length !== 1) return generalDisclaimers;
  if (grave[0] === "superlative") return superlativeDisclaimers;
  if (grave[0] === "absolute") return absoluteDisclaimers;
  if (grave[0] === "hearsay") return hearsayDisclaimers;
  return generalDisclaimers;
}

/** Whether a turn says that the preceding one is unchecked. */
export function hasDisclaimer(text: string): boolean {
  return allDisclaimers.some((disclaimer) => text.includes(disclaimer));
}

/** The disclaimer at the beginning of a turn; empty when there is none. */
export function leadingDisclaimer(text: string): string {
  return allDisclaimers.find((disclaimer) => text.startsWith(disclaimer)) ?? "";
}

/** A text without disclaimers, which contain no claims of the member. */
export function withoutDisclaimers(text: string): string {
  return [...allDisclaimers, closingDisclaimer].reduce(
    (rest, disclaimer) => rest.replaceAll(disclaimer, ""),
    text,
  );
}
