const replacements: readonly [RegExp, string][] = [
  [/必ず(?!しも|や)、?/gu, "多くの場合、"],
  [/絶対に、?/gu, "多くの場合、"],
  [/確実に、?/gu, "多くの場合、"],
  [/常に、?/gu, "多くの場合、"],
  [/間違いなく、?/gu, "おそらく、"],
  [/(?:すべて|全て)の/gu, "多くの"],
  [/(?:誰も|だれも|全員)が/gu, "多くの人が"],
];

/** Words of little else than absolutes stay, so that a script can't outgrow its limit. UTF-16 units. */
const mostGrowth = 20;

/**
 * Makes absolutes less so: 必ず becomes 多くの場合. A sentence that denies something or asks for something
 * keeps its words, because there the weaker word would say something else.
 */
export function softenAbsolutes(text: string): string {
  if (/ない|ません|なかっ|ざる|ましょう|ください|[？?]/u.test(text)) return text;
  const softer = replacements.reduce((soft, [pattern, word]) => soft.replace(pattern, word), text);
  return softer.length - text.length <= mostGrowth ? softer : text;
}
