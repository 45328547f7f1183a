const graphemes = new Intl.Segmenter("ja", { granularity: "grapheme" });
const emoji = /^\p{RGI_Emoji}$/v;

export const emojiPictureProblem = "絵文字を1つだけ入力してください（国旗など、一部の絵文字は使えません）";

/**
 * Whether a text can stand for a picture: one emoji of at most two UTF-16 units, as the specification counts
 * (spec 2 §3, §9). Flags, skin tones and families are longer. Whether the variation selector stands
 * behind it does not matter.
 */
export function isEmojiPicture(text: string): boolean {
  const [first, ...more] = graphemes.segment(text);
  if (!first || more.length > 0 || text.length > 2) return false;
  const bare = text.replace(/\u{fe0f}$/u, "");
  return emoji.test(bare) || emoji.test(`${bare}\u{fe0f}`);
}
