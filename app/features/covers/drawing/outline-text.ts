import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as hb from "harfbuzzjs";
import { graphemeSegmenter } from "#app/lib/grapheme-segmenter.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import type { TextOutline } from "./cover-text.ts";

/** BIZ UDPGothic Bold from a package: a machine may have no Japanese font. */
const file = fileURLToPath(
  import.meta.resolve("@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf"),
);
/** The usual placeholder (geta) for a missing character. */
const missingGlyph = "〓";

const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u;
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;

const fontFace = new hb.Face(new hb.Blob(readFileSync(file)));
const font = new hb.Font(fontFace);

/** Replaces what the font lacks: emoji are removed, other characters become 〓. */
export function drawableText(text: string): string {
  const has = (characters: string) =>
    Array.from(characters).every(
      (character) => font.nominalGlyph(character.codePointAt(0) ?? 0) !== undefined,
    );
  const drawable = Array.from(graphemeSegmenter.segment(normalizeUnicode(text, "NFC")), ({ segment }) => {
    if (/^\s+$/u.test(segment)) return " ";
    const seen = segment.replace(invisible, "");
    if (has(seen)) return seen;
    return emoji.test(segment) ? "" : missingGlyph;
  });
  return drawable.join("").replace(/ +/g, " ").trim();
}

/** Outlines a drawable text (`drawableText`) in one line, at font size 1. */
export function outlineText(text: string): TextOutline {
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer);
  const unit = 1 / fontFace.upem;
  const positions = buffer.getGlyphPositions();
  let x = 0;
  const glyphs = buffer.getGlyphInfos().map(({ codepoint }, index) => {
    const at = positions[index];
    const shape = `<path transform="translate(${x + (at?.xOffset ?? 0)} ${at?.yOffset ?? 0})" d="${font.glyphToPath(codepoint)}"/>`;
    x += at?.xAdvance ?? 0;
    return shape;
  });
  return { shapes: `<g transform="scale(${unit} ${-unit})">${glyphs.join("")}</g>`, width: x * unit };
}
